// One quiet tenant and two busy ones, each with an offer that pixels and postbacks may report to.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeClickId } from '@tributary/contract/tracker/click-id';
import { macKey } from '@tributary/contract/tracker/siphash';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import { secretFrom } from '../../packages/server/platform/secret.ts';
import { click, createOffer, until } from './clicks.ts';
import { SECRET, type Stack } from './stack.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let senders = 0;
/** the demo tenant's publisher, and so its copies' */
const PUBLISHER = 2;

export interface LaneTenant {
  id: string;
  host: string;
  /** another click's each time: trackers take few pixels of one */
  newClickId(): string;
  /** the publisher's own address is called for that many conversions */
  deliverTo(url: string, conversions: number): Promise<void>;
}

/** the third workspace is the demo one copied, with its people and its offer, under another name */
export async function openTenants(stack: Stack): Promise<{ quiet: LaneTenant; busy: LaneTenant[] }> {
  const offer = await createOffer(stack, await stack.panel(), { conversion_tracking: 'IMG Pixel Tracking' });
  for (const name of ['busy-one', 'busy-two']) await copyDemo(stack, name);
  // what was written behind the modules' backs is told to the trackers at a start
  await stack.server.restart();
  await stack.ready();
  const key = macKey(secretFrom(SECRET).derive(CLICK_ID_KEY_LABEL));
  const open = async (name: string): Promise<LaneTenant> => {
    const find = 'select id, number from tenants where subdomain = $1';
    const [tenant] = await stack.sql<{ id: string; number: number }>(find, [name]);
    if (!tenant) throw new Error('no such tenant');
    const { id, number } = tenant;
    const host = `${name}.localhost`;
    const port = stack.trackerPorts[0] ?? 0;
    // live on the tracker
    await until(async () => (await click(port, offer.number, host)).id !== null, 20_000);
    const newClickId = (): string =>
      encodeClickId(
        {
          kind: 'click',
          timeMs: Date.now() - 60_000,
          tenant: number,
          offer: offer.number,
          publisher: PUBLISHER,
          random: Math.floor(Math.random() * 2 ** 32),
        },
        key,
      );
    return { id, host, newClickId, deliverTo: (url, count) => deliverTo(stack, { id, host, newClickId }, url, count) };
  };
  return { quiet: await open('demo'), busy: [await open('busy-one'), await open('busy-two')] };
}

async function copyDemo(stack: Stack, name: string): Promise<void> {
  const copy = async (table: string, changed: Record<string, string>): Promise<void> => {
    const columns = (
      await stack.sql<{ column_name: string }>(
        `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
         and (is_identity = 'NO') order by ordinal_position`,
        [table],
      )
    ).map(({ column_name }) => column_name);
    const values = columns.map((column) => changed[column] ?? `old.${column}`);
    await stack.sql(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} old
       where ${table === 'tenants' ? 'id' : 'tenant_id'} = (select id from tenants where subdomain = 'demo')`,
    );
  };
  // ids stay recognisable: the same, but for their last twelve digits
  const moved = (column: string): string =>
    `(left(old.${column}::text, 24) || lpad(to_hex(hashtext('${name}')::bit(32)::int::bigint & 4294967295), 12, '0'))::uuid`;
  const tenant = `(select id from tenants where subdomain = '${name}')`;
  await copy('tenants', { id: moved('id'), subdomain: `'${name}'` });
  await copy('users', { tenant_id: tenant, id: moved('id'), email: `'${name}.' || old.email`, role_id: 'null' });
  await copy('offers', {
    tenant_id: tenant,
    id: moved('id'),
    advertiser_id: moved('advertiser_id'),
    created_by: moved('created_by'),
  });
  await copy('offer_goals', { tenant_id: tenant, id: moved('id'), offer_id: moved('offer_id') });
}

const pixel = (
  stack: Stack,
  { host, newClickId }: Pick<LaneTenant, 'host' | 'newClickId'>,
  txn: string,
): Promise<void> =>
  new Promise((resolve) => {
    const sender = ++senders;
    // each from another address: it is the queue that is tried here, not the rate of one sender
    const from = `73.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`;
    const path = `/pixel.gif?${new URLSearchParams({ click_id: newClickId(), txn_id: txn })}`;
    const call = get(
      { host: '127.0.0.1', port: stack.trackerPorts[0], path, agent, headers: { host, 'x-forwarded-for': from } },
      (answer) => answer.resume().once('close', resolve),
    );
    call.once('error', () => resolve());
  });

export const sendPixel = pixel;

/** so many a second for so long, whatever becomes of them; how many were answered */
export async function pixelFlow(stack: Stack, tenant: LaneTenant, rate: number, seconds: number): Promise<number> {
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1_000) * rate));
    while (sent < due) under.push(pixel(stack, tenant, `flow-${tenant.host}-${++sent}`));
    await sleep(20);
  }
  await Promise.all(under);
  return under.length;
}

async function deliverTo(
  stack: Stack,
  tenant: Pick<LaneTenant, 'id' | 'host' | 'newClickId'>,
  url: string,
  conversions: number,
): Promise<void> {
  await stack.sql(
    `insert into publisher_postbacks (tenant_id, publisher_id, url, method, statuses, created_at)
     select $1, id, $2, 'GET', '{approved,pending}', now() from users where tenant_id = $1 and type = 'publisher' limit 1`,
    [tenant.id, url],
  );
  for (let n = 0; n < conversions; n++) await pixel(stack, tenant, `silent-${n}`);
}
