// Some tests of the demo tenant, and a rule that is switched off: nothing of the demo calls outside by itself. Invented.
import type { TestFindings, TestResult } from '@tributary/contract/trust/testers';
import { findAccountByEmail } from '../modules/accounts/index.ts';
import { offerChoices } from '../modules/offers/index.ts';
import { findTenant } from '../modules/tenancy/index.ts';
import {
  type AskedLink,
  addRule,
  addRun,
  endRun,
  linkRules,
  nothingFound,
  userAgentOf,
} from '../modules/trust/index.ts';
import { type Clock, HOUR_MS } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';

const hop = (url: string, by: TestFindings['hops'][number]['by'], status: number | null, took_ms: number) => ({
  url,
  host: new URL(url).host,
  by,
  status,
  took_ms,
  fault: null,
});

interface DemoTest {
  hoursAgo: number;
  country: string;
  device: AskedLink['device'];
  result: TestResult;
  hops: TestFindings['hops'];
  app?: TestFindings['app'];
}
const STORE = 'https://play.google.com/store/apps/details?id=com.lantern.cards';
const tests: readonly DemoTest[] = [
  {
    hoursAgo: 3,
    country: 'IN',
    device: 'android',
    result: 'ok',
    hops: [
      hop('https://go.lantern.example/install?c=test_click_id', 'start', 302, 84),
      hop('https://track.lantern.example/r?to=play', 'location', 302, 61),
      hop(STORE, 'meta', 200, 212),
    ],
    app: { store: 'google', id: 'com.lantern.cards' },
  },
  {
    hoursAgo: 27,
    country: 'DE',
    device: 'iphone',
    result: 'loop',
    hops: [
      hop('https://go.harbor.example/?c=test_click_id', 'start', 301, 73),
      hop('https://www.harbor.example/welcome', 'location', 302, 58),
      { ...hop('https://go.harbor.example/?c=test_click_id', 'location', null, 0), fault: 'loop' },
    ],
  },
  {
    hoursAgo: 51,
    country: 'US',
    device: 'windows',
    result: 'too_slow',
    hops: [{ ...hop('https://slow.meadow.example/landing', 'start', null, 10_003), fault: 'too_slow' }],
  },
];

export async function seedDemoTests(database: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const tenant = await database.withoutTenant((tx) => findTenant(tx, 'demo', now));
  if (!tenant) return;
  await database.withTenant(tenant.id, systemActor, async (tx) => {
    // a second start finds them there
    if ((await linkRules.page(tx, {})).total > 0) return;
    const admin = await findAccountByEmail(tx, 'admin@demo.test');
    for (const { hoursAgo, country, device, result, hops, app = null } of tests) {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
      const id = newId(at.getTime());
      const target = hops[0]?.url ?? '';
      const asked: AskedLink = { kind: 'link', url: target, max_hops: 10, country, device, user_agent: null };
      const isOk = result === 'ok';
      const findings: TestFindings = {
        ...nothingFound(),
        steps: [{ step: 'follow', result: isOk ? 'ok' : 'failed', why: isOk ? null : result }],
        hops,
        app,
        country_by: 'not_simulated',
      };
      const run = { tenantId: tenant.id, id, at, kind: 'link', by: admin?.id ?? null, target } as const;
      await addRun(tx, { ...run, offerId: null, publisherId: null, asked, userAgent: userAgentOf(asked), findings });
      const tookMs = hops.reduce((sum, one) => sum + one.took_ms, 0);
      await endRun(tx, id, { result, findings, tookMs });
    }
    const offers = await offerChoices(tx, null, 3);
    if (offers.length === 0) return;
    await addRule(
      tx,
      { tenantId: tenant.id, id: newId(now.getTime()), at: now },
      {
        name: 'Landing pages of our newest offers',
        enabled: false,
        url: null,
        offer_ids: offers.map(({ id }) => id),
        every_hours: 6,
        max_hops: 5,
        allowed_codes: [200],
        expect_host: null,
        expect_app_id: null,
        country: 'IN',
        device: 'android',
        fail_after: 3,
        recover_after: 2,
        action: 'pause',
      },
    );
  });
}
