// What the assessment did: a publisher sends clicks to offers that it may not see, through the tracker as it is shipped, and
// asks the panel as it is shipped for their names.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../packages/server/platform/testing.ts';
import { openPanel, type Panel } from '../../scripts/lib/panel-client.ts';
import { click, createOffer, until } from './clicks.ts';
import { type Stack, startStack } from './stack.ts';

let database: TestDatabase;
let stack: Stack;
let manager: Panel;
let publisher: Panel;
beforeAll(async () => {
  database = await createTestDatabase();
  stack = await startStack({ databaseUrl: database.ownerUrl });
  manager = await stack.panel();
  const address = { port: stack.serverPort, host: 'demo.localhost' };
  publisher = await openPanel(address, 'publisher@demo.test', 'tributary-demo');
});
afterAll(async () => {
  await stack?.stop();
  await database?.drop();
});

test('clicks on private and pending offers teach a publisher nothing: no label, no activity, no line of a file', async () => {
  const hide = async (more: object): Promise<number> => {
    const form = { advertiser_id: 3, default_campaign_url: 'https://shop.example/?cid={click_id}', ...more };
    const { camp_id } = await manager.call('/api/offers', { method: 'POST', body: form });
    return Number(camp_id);
  };
  const money = { revenue: '1', payout: '0.5' };
  const hidden = [
    await hide({ ...money, offer_name: 'Zephyr private', offer_visibility: 'Private' }),
    await hide({ ...money, offer_name: 'Zephyr pending', status: 'pending' }),
  ];
  const open = await createOffer(stack, manager, { offer_name: 'Lantern cards' });
  const [port = 0] = stack.trackerPorts;
  for (const number of hidden) expect((await click(port, number)).id).toBeNull();
  const counted = (number: number) =>
    stack.sql<{ n: number }>('select count(*)::int as n from events where offer = $1', [number]);
  for (const number of [...hidden, open.number]) {
    await until(async () => ((await counted(number))[0]?.n ?? 0) > 0, 60_000);
  }
  const report = await publisher.call('/api/reports?dimensions=offer&metrics=gross_clicks&period=last_7_days');
  // the clicks that came before the tracker knew the offer stand under none
  const rows: { offer: number | null }[] = report.rows;
  expect(rows.flatMap(({ offer }) => offer ?? []).sort()).toEqual([...hidden, open.number].sort());
  expect(report.labels.offer).toEqual({ [open.number]: 'Lantern cards' });
  const dashboard = await publisher.call('/api/publisher/dashboard');
  expect(JSON.stringify(dashboard)).toContain('Lantern cards');
  const links = await publisher.call('/api/publisher/campaigns?q=zephyr');
  for (const shown of [report, dashboard, links]) expect(JSON.stringify(shown)).not.toMatch(/zephyr/i);
});
