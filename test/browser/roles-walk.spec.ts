// A viewer, and a manager who is in charge of one affiliate and one advertiser and does not see revenue or advertisers' names, go
// through every screen of their menus: nothing that stands there or comes over the wire is not theirs, nothing is offered that
// they may not do, and nothing fails. `npm run journey` goes to every screen, `npm test` to some.
import type { Page, Response } from '@playwright/test';
import { withImplied } from '../../packages/contract/accounts/hidden.ts';
import { classOfName, meaningOf } from '../../packages/contract/hiding.ts';
import { logIn, OWN_PASSWORD } from './account-support.ts';
import { expect, onlyInShort, openEnvelope, originOf, PASSWORD, sealedCall, standOn, test } from './support.ts';
import { mailTo, mark } from './trial-support.ts';
import { screensInMenu, screensOfRole, walkScreens } from './walk-screens.ts';

test.describe.configure({ timeout: 600_000 });

type Json = Record<string, unknown>;
/** a call of the page's own, as whoever the token is */
async function asked<Reply = Json>(
  page: Page,
  token: string,
  method: string,
  path: string,
  body?: Json,
): Promise<Reply> {
  const { status, text } = await page.evaluate(
    async ([bearer, verb, url, sent]) => {
      const headers = { authorization: `Bearer ${bearer}`, 'x-subdomain': 'demo', 'content-type': 'application/json' };
      const reply = await fetch(url, { method: verb, headers, ...(sent ? { body: sent } : {}) });
      return { status: reply.status, text: await reply.text() };
    },
    [token, method, path, body ? JSON.stringify(body) : ''] as const,
  );
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : (openEnvelope(text) as Reply);
}

interface Account {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}
interface Offer {
  offer_name: string;
  advertiser: { id: string };
}

const HIDDEN = ['revenue', 'advertiser_name'] as const;
const READ_ONLY = ['mailer', 'team', 'security', 'settings', 'developer', 'plan', 'support'];

/** somebody new of the team, who has accepted his invitation */
async function invited(page: Page, token: string, roleId: string): Promise<{ email: string; id: string }> {
  const email = `walk-${mark()}@example.test`;
  const person = { first_name: 'Walker', last_name: mark(), email, role_id: roleId };
  const { id } = await asked<{ id: string }>(page, token, 'POST', '/api/team', person);
  const link = /http\S+#invitation=\S+/.exec((await mailTo(page, email, 'invited')).text)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Repeat new password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('Your password is set')).toBeVisible();
  return { email, id };
}

const ownerToken = async (page: Page): Promise<string> => {
  await standOn(page, 'demo');
  const login = await sealedCall(page, '/api/subdomain-login', { email: 'admin@demo.test', password: PASSWORD });
  return (login as { token: string }).token;
};

/** what a reply says under the name of a hidden class */
function hiddenIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => hiddenIn(one, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const named = classOfName(name);
    const isHidden =
      (named === 'revenue' || named === 'profit' || named === 'advertiser_name') &&
      withImplied(HIDDEN).some((hidden) => hidden === meaningOf(named, 'advertiser'));
    const isEmpty =
      one === null || one === '' || one === '0' || (typeof one === 'object' && Object.keys(one).length === 0);
    return isHidden && typeof one !== 'object' && !isEmpty
      ? [`${path}.${name} = ${one}`]
      : hiddenIn(one, `${path}.${name}`);
  });
}

/** what came over the wire since it was asked last, as text and as values */
function watchReplies(page: Page) {
  let came: Promise<{ url: string; text: string }>[] = [];
  const read = async (response: Response) => {
    const url = new URL(response.url()).pathname;
    const text = await response.text().catch(() => '');
    // envelopes are read, files and pages are text
    const isSealed = /^[A-Za-z0-9+/=]{24,}$/.test(text);
    return { url, text: isSealed ? JSON.stringify(openEnvelope(text)) : text };
  };
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
    if (!isStream && new URL(response.url()).pathname.startsWith('/api/')) came.push(read(response));
  });
  return async () => {
    const taken = came;
    came = [];
    return Promise.all(taken);
  };
}

interface Walker {
  /** words that are nobody's but others' */
  strange: readonly string[];
  hides: boolean;
  /** verbs of buttons that he has no use for, by the screen */
  dead: (path: string) => RegExp | null;
}

async function expectOwnAlone(page: Page, { strange, hides, dead }: Walker): Promise<void> {
  const replies = watchReplies(page);
  const inMenu = await screensInMenu(page, screensOfRole.admin);
  // a menu that has lost most of its entries would be walked through in no time
  expect(inMenu.length).toBeGreaterThan(12);
  const screens = onlyInShort(inMenu, (_screen, at) => at % 6 === 2);
  const visits = await walkScreens(
    page,
    'admin',
    async ({ path }) => {
      const came = await replies();
      const text = (await page.locator('body').textContent()) ?? '';
      const leaks = strange.filter((word) => text.includes(word)).map((word) => `shows ${word}`);
      const sent = came.flatMap(({ url, text: reply }) =>
        strange.filter((word) => reply.includes(word)).map((word) => `${url} sends ${word}`),
      );
      const values = hides
        ? came.flatMap(({ url, text: reply }) =>
            hiddenIn(reply.startsWith('{') || reply.startsWith('[') ? JSON.parse(reply) : null).map(
              (what) => `${url} sends ${what}`,
            ),
          )
        : [];
      const verbs = dead(path);
      const buttons = await page.locator('main').getByRole('button').allInnerTexts();
      const offered = verbs ? buttons.filter((name) => verbs.test(name.trim())).map((name) => `offers ${name}`) : [];
      const headings = hides ? await page.locator('main th').allInnerTexts() : [];
      const empty = headings
        .filter((name) => /^(Revenue|Profit|Advertiser|Margin)$/i.test(name.trim()))
        .map((name) => `has an empty column ${name}`);
      return [...leaks, ...sent, ...values, ...offered, ...empty];
    },
    screens,
  );
  expect(visits.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(visits.length).toBe(screens.length);
}

const WRITES =
  /^(Add|Create|New|Save|Delete|Remove|Invite|Upload|Import|Approve|Reject|Publish|Replace|Generate|Make|Send|Replay|Correct)\b/;

test('a viewer walks through every screen, is shown no error and offered nothing that he may not do', async ({
  page,
}) => {
  const token = await ownerToken(page);
  const { rows } = await asked<{ rows: { id: string; preset: string | null }[] }>(page, token, 'GET', '/api/roles');
  const viewer = rows.find(({ preset }) => preset === 'viewer')?.id ?? '';
  const { email } = await invited(page, token, viewer);
  await logIn(page, email, OWN_PASSWORD, 'demo');
  // his own profile, and how he looks at reports, are his
  const own = /^\/am\/(profile|reports|dashboard|kpi)/;
  await expectOwnAlone(page, {
    strange: [],
    hides: false,
    dead: (path) => (own.test(path) ? null : WRITES),
  });
});

test('an assigned manager walks through every screen, and meets nobody else’s accounts, no revenue and no advertiser’s name', async ({
  page,
}) => {
  const token = await ownerToken(page);
  const publishers = await asked<Account[]>(page, token, 'GET', '/api/admin/publishers');
  const advertisers = await asked<Account[]>(page, token, 'GET', '/api/admin/advertisers');
  const { rows: roles } = await asked<{ rows: { id: string; preset: string | null; sections: Json }[] }>(
    page,
    token,
    'GET',
    '/api/roles',
  );
  const admin = roles.find(({ preset }) => preset === 'admin');
  const role = await asked<{ id: string }>(page, token, 'POST', '/api/roles', {
    copy_of: admin?.id ?? '',
    name: `Walk ${mark()}`,
    sections: { ...admin?.sections, ...Object.fromEntries(READ_ONLY.map((name) => [name, 'none'])) },
    scope: { publishers: 'assigned', advertisers: 'assigned' },
    hidden: [...HIDDEN],
  });
  const { email, id } = await invited(page, token, role.id);
  const mine = [...publishers, ...advertisers].filter((one) => /^(publisher|advertiser)@demo\.test$/.test(one.email));
  expect(mine).toHaveLength(2);
  await asked(page, token, 'PUT', `/api/team/${id}/accounts`, { assign: mine.map((one) => one.id), unassign: [] });
  const { rows: offers } = await asked<{ rows: Offer[] }>(page, token, 'GET', '/api/offers?page_size=200');
  const others = [...publishers, ...advertisers].filter((one) => !mine.includes(one));
  const nameOf = (one: Account) => `${one.first_name} ${one.last_name}`.trim();
  const ownNames = new Set(mine.filter((one) => publishers.includes(one)).map(nameOf));
  const strange = [
    ...others.map((one) => one.email),
    ...[...others, ...advertisers].map(nameOf).filter((name) => name.length > 5 && !ownNames.has(name)),
    ...offers.filter((one) => !mine.some((account) => account.id === one.advertiser.id)).map((one) => one.offer_name),
  ];
  expect(strange.length).toBeGreaterThan(10);
  await page.goto(`${originOf('demo')}/`);
  await logIn(page, email, OWN_PASSWORD, 'demo');
  await expectOwnAlone(page, { strange: [...new Set(strange)], hides: true, dead: () => null });
});
