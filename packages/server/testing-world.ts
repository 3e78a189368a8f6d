// For tests only: offers, people, clicks and receipts of one tenant. Clicks and receipts go the way they go in earnest: as
// COPY text in frames through the intake.
import { encodeClickId } from '@tributary/contract/tracker/click-id';
import { macKey } from '@tributary/contract/tracker/siphash';
import type { FrameKind } from '@tributary/contract/tracker/spool-record';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import { encodeFrame } from './modules/events/index.ts';
import { newId } from './platform/ids.ts';
import { testSecret } from './platform/testing.ts';
import type { TestApp } from './testing.ts';
import { offerColumns } from './testing-offer.ts';

const key = macKey(testSecret.derive(CLICK_ID_KEY_LABEL));
type Row = Record<string, string>;
type Columns = Record<string, unknown>;

export interface World {
  tenantId: string;
  tenantNumber: number;
  publisher: { id: string; number: number };
  advertiser: { id: string; number: number };
  /** an active offer with its default goal: 10 revenue, 4 payout, USD, approved at once */
  addOffer(columns?: Columns): Promise<{ id: string; number: number; goalId: string }>;
  addGoal(offerId: string, token: string, revenue: number, payout: number): Promise<string>;
  addCap(offerId: string, columns: Columns): Promise<string>;
  addRule(offerId: string, columns: Columns): Promise<string>;
  addPerson(type: 'publisher' | 'advertiser'): Promise<{ id: string; number: number }>;
  clickId(offer: number, at?: Date, publisher?: number): string;
  click(id: string, at: Date, offer: number, more?: Row): Promise<void>;
  /** so many at that moment */
  clicks(offer: number, at: Date, many: number, more?: Row): Promise<void>;
  /** so many at that moment, from IN */
  impressions(offer: number, at: Date, many: number, more?: Row): Promise<void>;
  receipts(rows: readonly Row[], kind?: 'postback' | 'pixel'): Promise<string[]>;
  /** a receipt, processed */
  convert(row: Row, kind?: 'postback' | 'pixel'): Promise<string>;
  outcome(receiptId: string): Promise<string | undefined>;
  conversions(): Promise<StoredConversion[]>;
  insert(table: string, row: Columns): Promise<void>;
}

export interface StoredConversion {
  id: string;
  status: string;
  reason: string | null;
  revenue_micros: string;
  payout_micros: string;
  click_id: string | null;
  txn_id: string | null;
  country: string | null;
  source: string | null;
  click_seen: boolean;
  booked: string;
  hold_until: Date | null;
}

const lantern = { title: 'Lantern cards', default_campaign_url: 'https://lantern.example/?c={click_id}' };
let segment = 0;
let sequence = 300_000;

export async function createWorld(t: TestApp, subdomain = 'demo'): Promise<World> {
  const [tenant] = await t.database.asOwner<{ id: string; number: number }>(
    'select id, number from tenants where subdomain = $1',
    [subdomain],
  );
  if (!tenant) throw new Error('no such tenant');
  const tenant_id = tenant.id;
  const insert: World['insert'] = async (table, row) => {
    const names = Object.keys(row);
    const places = names.map((_, at) => `$${at + 1}`);
    const text = `insert into ${table} (${names.join(',')}) values (${places.join(',')})`;
    await t.database.asOwner(text, Object.values(row));
  };
  const addPerson: World['addPerson'] = async (type) => {
    const [id, number] = [newId(), ++sequence];
    await insert('users', {
      tenant_id,
      id,
      type,
      user_sequence_id: number,
      first_name: 'Mara',
      last_name: 'Quill',
      email: `${type}-${number}@example.test`,
      status: 'approved',
    });
    return { id, number };
  };
  const [publisher, advertiser] = [await addPerson('publisher'), await addPerson('advertiser')];
  const ship = (kind: FrameKind, rows: readonly Row[]) =>
    t.app.intake.accept({ tracker: '00000000000000ff', segment: ++segment, offset: 0, body: encodeFrame(kind, rows) });
  const addGoal: World['addGoal'] = async (offer_id, token, revenue, payout) => {
    const id = newId();
    const [found] = await t.database.asOwner<{ n: number }>(
      'select coalesce(max(number), 0)::int as n from offer_goals where offer_id = $1',
      [offer_id],
    );
    const money = { revenue_micros: revenue, payout_micros: payout };
    await insert('offer_goals', {
      tenant_id,
      id,
      offer_id,
      number: (found?.n ?? 0) + 1,
      name: token || 'Default',
      token,
      ...money,
    });
    return id;
  };
  const receipts: World['receipts'] = async (rows, kind = 'postback') => {
    const full = rows.map((row) => {
      // a moment of its own for each, so that their order is known
      t.clock.advance(1);
      const at = t.clock.now();
      return {
        tenant_id,
        receipt_id: newId(at.getTime()),
        at: at.toISOString(),
        outcome: 'recorded',
        method: 'GET',
        ip: '198.51.100.7',
        query: Object.entries(row)
          .map(([name, value]) => `${name}=${value}`)
          .join('&'),
        params: '{}',
        ...row,
      };
    });
    await ship(kind, full);
    return full.map(({ receipt_id }) => receipt_id);
  };
  const clickRow = (id: string, at: Date, offer: number, more: Row): Row => ({
    tenant_id,
    event_id: id,
    at: at.toISOString(),
    offer: String(offer),
    publisher: String(publisher.number),
    verdict: 'accepted',
    sent_to: 'destination',
    is_unique: 't',
    country: 'IN',
    device_type: 'mobile',
    os: 'android',
    source: 'news',
    params: '{"p1":"pub-click-1"}',
    ...more,
  });
  const outcome: World['outcome'] = async (receiptId) => {
    const [row] = await t.database.asOwner<{ outcome: string }>(
      'select outcome from receipt_outcomes where receipt_id = $1',
      [receiptId],
    );
    return row?.outcome;
  };

  return {
    tenantId: tenant.id,
    tenantNumber: tenant.number,
    publisher,
    advertiser,
    insert,
    addPerson,
    addGoal,
    receipts,
    outcome,
    addOffer: async (columns = {}) => {
      const [id, number, at] = [newId(), ++sequence, t.clock.now()];
      const money = { revenue_micros: 10_000_000, payout_micros: 4_000_000 };
      const row: Columns = {
        ...offerColumns(at),
        ...lantern,
        ...money,
        tenant_id,
        id,
        number,
        advertiser_id: advertiser.id,
      };
      await insert('offers', { ...row, created_by: advertiser.id, ...columns });
      const own = { ...money, ...columns } as typeof money;
      return { id, number, goalId: await addGoal(id, '', own.revenue_micros, own.payout_micros) };
    },
    addCap: async (offer_id, columns) => {
      const id = newId();
      await insert('offer_caps', { tenant_id, id, offer_id, period: 'day', ...columns });
      return id;
    },
    addRule: async (offer_id, columns) => {
      const id = newId();
      await insert('offer_payout_rules', {
        tenant_id,
        id,
        offer_id,
        number: ++sequence,
        countries: [],
        from_conversions: 0,
        ...columns,
      });
      return id;
    },
    clickId: (offer, at = new Date(t.clock.now().getTime() - 60_000), number = publisher.number) =>
      encodeClickId(
        {
          kind: 'click',
          timeMs: at.getTime(),
          tenant: tenant.number,
          offer,
          publisher: number,
          random: Math.floor(Math.random() * 2 ** 32),
        },
        key,
      ),
    click: async (id, at, offer, more = {}) => {
      await ship('click', [clickRow(id, at, offer, more)]);
    },
    clicks: async (offer, at, many, more = {}) => {
      await ship(
        'click',
        Array.from({ length: many }, () => clickRow(newId(at.getTime()), at, offer, more)),
      );
    },
    impressions: async (offer, at, many, more = {}) => {
      await ship(
        'impression',
        Array.from({ length: many }, () => ({
          tenant_id,
          event_id: newId(at.getTime()),
          at: at.toISOString(),
          offer: String(offer),
          publisher: String(publisher.number),
          verdict: 'accepted',
          sent_to: 'destination',
          country: 'IN',
          params: '{}',
          ...more,
        })),
      );
    },
    convert: async (row, kind) => {
      const [id = ''] = await receipts([row], kind);
      await t.app.worker?.drain();
      return (await outcome(id)) ?? 'nothing';
    },
    conversions: () =>
      t.database.asOwner<StoredConversion>('select * from conversions where advertiser_id = $1 order by id', [
        advertiser.id,
      ]),
  };
}
