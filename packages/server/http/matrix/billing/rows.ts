// For tests only: many rows for each of billing's lists, of all states and of several accounts, and what those rows say of the filters.
import { newId } from '../../../platform/ids.ts';
import type { World } from '../../../testing-world.ts';
import { copyRow } from '../copy-row.ts';
import type { Scene } from '../scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>;

export interface BillingPlace {
  scene: Scene;
  w: World;
  /** another of each, with entries of its own or none */
  publisherId: string;
  advertiserId: string;
  moment(at: string): string;
  idOf(at: string): string;
  inTurn(type: string, values: readonly (string | number | null)[], each?: number): string;
}
export interface BillingRows {
  /** what a list is read of, by its name */
  targets: Record<string, string>;
  /** what each call of a list has in its query */
  always: Record<string, Record<string, string>>;
  /** by list and filter: what a row says of it */
  said: Record<string, Record<string, (row: Row) => unknown>>;
}

/** whose account, and which of it: without them there are no rows, and what they choose is tried where entries are */
export const chooses = (name: string, filter: string): boolean =>
  (name === 'ownRevenue' && filter === 'by') ||
  // all of it lies in one month here; the months are tried where the overview and revenue are
  (['journal', 'ownRevenue'].includes(name) && filter === 'month') ||
  // whether somebody has paid it since stands in no row; tried where payments fail
  (name === 'payments' && filter === 'unpaid') ||
  (name.endsWith('Entries') && ['owner', 'account'].includes(filter)) ||
  (name === 'ownDocuments' && filter === 'owner');

const COPIES = 30;
const FROZEN = { hash: Buffer.alloc(32), number_text: 'X-0' };

export async function fillBilling(place: BillingPlace): Promise<BillingRows> {
  const { scene, w, moment, idOf, inTurn } = place;
  const { asOwner } = scene.t.database;
  const tenant_id = w.tenantId;
  const at = scene.t.clock.now();
  const copy = (table: string, changed: Record<string, string>) => copyRow(scene, table, COPIES, changed);
  const publishers = inTurn('uuid', [w.publisher.id, place.publisherId], 2);
  const advertisers = inTurn('uuid', [w.advertiser.id, place.advertiserId], 2);
  const currency = inTurn('text', ['USD', 'EUR']);
  const period = { period_from: '2026-01-01', period_to: '2026-02-01' };

  const run = newId();
  await scene.insert('billing_runs', {
    ...{ tenant_id, id: run, side: 'publisher', cut: 'event', state: 'done', created_at: at, ...period },
  });
  const runs = {
    id: idOf(moment('created_at')),
    created_at: moment('created_at'),
    state: inTurn('text', ['done', 'stopped', 'failed']),
    period_from: `'2026-01-01'::date + n`,
    period_to: `'2026-02-01'::date + n`,
  };
  await copy('billing_runs', runs);
  const invoiceRun = newId();
  await scene.insert('billing_runs', {
    ...{ tenant_id, id: invoiceRun, side: 'advertiser', cut: 'event', state: 'done', created_at: at, ...period },
  });
  await copy('billing_runs', runs);
  const people = '(select u.id from users u where u.user_sequence_id = 1000000 + n)';
  await scene.insert('billing_run_items', {
    ...{ tenant_id, run_id: run, owner_id: w.publisher.id, currency: 'USD', outcome: 'draft', at },
  });
  const outcomes = { owner_id: people, outcome: inTurn('text', ['draft', 'carried', 'nothing']) };
  await copy('billing_run_items', outcomes);
  await scene.insert('billing_run_items', {
    ...{ tenant_id, run_id: invoiceRun, owner_id: w.advertiser.id, currency: 'USD', outcome: 'draft', at },
  });
  await copy('billing_run_items', outcomes);

  const document = newId();
  const made = {
    tenant_id,
    currency: 'USD',
    made_at: at,
    issued_at: at,
    net_micros: 9_000_000,
    total_micros: 9_000_000,
  };
  await scene.insert('documents', {
    ...{ ...made, ...period, ...FROZEN, id: document, side: 'publisher', kind: 'self-bill', owner_id: w.publisher.id },
    ...{ run_id: run, state: 'approved', due_on: '2026-02-15' },
  });
  const days = {
    period_from: `'2026-01-01'::date + n / 5`,
    period_to: `'2026-01-03'::date + n / 5`,
    due_on: `'2026-03-01'::date + n`,
  };
  const documents = {
    ...days,
    id: idOf(moment('made_at')),
    made_at: moment('made_at'),
    currency,
    number_text: `'X-' || n`,
  };
  await copy('documents', {
    ...documents,
    owner_id: publishers,
    state: inTurn('text', ['issued', 'approved', 'approved', 'paid', 'credited']),
    kind: inTurn('text', ['self-bill', 'own-invoice'], 3),
    run_id: `case when n % 3 = 0 then run_id end`,
  });
  await scene.insert('document_lines', {
    ...{ tenant_id, document_id: document, position: 1, owner_id: w.publisher.id, kind: 'earning', amount_micros: 1 },
  });
  await copy('document_lines', { position: '1 + n' });
  const claim = (id: string, ownerId: string, account: string) =>
    asOwner(
      `insert into document_entries (tenant_id, document_id, transfer_id, owner_id, position, amount_micros)
       select t.tenant_id, $1::uuid, t.id, $2::uuid, 1 + t.sequence % 2, t.amount_micros from ledger_transfers t
       join ledger_accounts a on a.tenant_id = t.tenant_id and a.id in (t.debit_account_id, t.credit_account_id)
       where a.owner_id = $2::uuid and a.kind = $3 and t.sequence % 3 > 0`,
      [id, ownerId, account],
    );
  await claim(document, w.publisher.id, 'publisher_payable');

  const invoice = newId();
  await scene.insert('documents', {
    ...{ ...made, ...period, ...FROZEN, id: invoice, side: 'advertiser', kind: 'invoice', owner_id: w.advertiser.id },
    ...{ run_id: invoiceRun, state: 'issued', due_on: '2026-02-15' },
  });
  await copy('documents', {
    ...documents,
    run_id: `case when n % 3 = 0 then run_id end`,
    issued_at: moment('made_at'),
    owner_id: inTurn('uuid', [w.advertiser.id, w.advertiser.id, place.advertiserId], 2),
    state: inTurn('text', ['issued', 'part-paid', 'paid', 'credited']),
    due_on: `case when n % 2 = 0 then '2026-02-15'::date else '2099-01-01'::date end`,
  });
  await claim(invoice, w.advertiser.id, 'advertiser_receivable');
  await scene.insert('document_lines', {
    ...{ tenant_id, document_id: invoice, position: 1, owner_id: w.advertiser.id, kind: 'earning', amount_micros: 1 },
  });
  await copy('document_lines', { position: '1 + n' });
  const claimed = await asOwner<{ sequence: string }>(
    `select t.sequence::text from document_entries e join ledger_transfers t on t.tenant_id = e.tenant_id and t.id = e.transfer_id
     where e.tenant_id = $1`,
    [tenant_id],
  );

  const adjustment = { tenant_id, currency: 'USD', amount_micros: 5_000_000, reason: 'Agreed', day: '2026-01-05' };
  await scene.insert('adjustments', {
    ...{ ...adjustment, id: newId(), owner_id: w.publisher.id, side: 'publisher', created_at: at },
  });
  await copy('adjustments', {
    id: idOf(moment('created_at')),
    created_at: moment('created_at'),
    owner_id: publishers,
    day: 'day + n / 4',
  });

  const method = { tenant_id, kind: 'by-hand', currency: 'USD', mask: '••', sealed: '', created_at: at };
  const methodId = newId();
  await scene.insert('payout_methods', { ...method, id: methodId, owner_id: w.publisher.id });
  await copy('payout_methods', {
    id: idOf(moment('created_at')),
    created_at: moment('created_at'),
    owner_id: people,
    kind: inTurn('text', ['bank', 'paypal', 'upi']),
  });

  const batch = newId();
  await scene.insert('payment_batches', {
    ...{
      tenant_id,
      id: batch,
      number: 600_000,
      state: 'open',
      note: 'First',
      preview_hash: Buffer.alloc(32),
      created_at: at,
    },
  });
  await scene.insert('batch_choices', {
    ...{ tenant_id, batch_id: batch, document_id: document, owner_id: w.publisher.id, position: 1, currency: 'USD' },
    ...{ gross_micros: 1, amount_micros: 1, pay_micros: 1, withheld_micros: 0, fee_micros: 0, pay_currency: 'USD' },
    ...{ waiting_micros: 0, blocked: 'none' },
  });
  await asOwner(
    `insert into batch_choices select c.tenant_id, c.batch_id, d.id, d.owner_id, 1 + row_number() over (order by d.id), c.method_id,
       c.currency, c.gross_micros, c.waiting_micros, c.withheld_micros, c.fee_micros, c.amount_micros, c.pay_currency, c.pay_micros, c.rate_e12,
       case when row_number() over (order by d.id) % 3 = 0 then 'held' else c.blocked end
     from batch_choices c join documents d on d.tenant_id = c.tenant_id and d.side = 'publisher' and d.number_text like 'X-%'
     where c.batch_id = $1 and d.id <> c.document_id`,
    [batch],
  );
  await copy('payment_batches', {
    id: 'uuidv7()',
    number: 'number + n',
    state: inTurn('text', ['closed', 'instructed', 'cancelled']),
    note: `'Copy ' || n`,
  });
  await scene.insert('payments', {
    ...{
      tenant_id,
      id: newId(),
      batch_id: batch,
      document_id: document,
      owner_id: w.publisher.id,
      method_id: methodId,
    },
    ...{ attempt: 1, end_to_end_id: 'P-first', state: 'instructed', currency: 'USD', pay_currency: 'USD' },
    ...{ gross_micros: 1, amount_micros: 1, pay_micros: 1, reserved_at: at, instructed_at: at, asked_at: at },
  });
  const paid = await asOwner<{ id: string }>(
    `select id from documents where owner_id = $1 and number_text like 'X-%' order by id limit 3`,
    [w.publisher.id],
  );
  await copy('payments', {
    id: idOf(moment('reserved_at')),
    reserved_at: moment('reserved_at'),
    batch_id: inTurn('uuid', [batch, await firstOther('payment_batches', batch)], 5),
    document_id: inTurn(
      'uuid',
      paid.map(({ id }) => id),
    ),
    owner_id: inTurn('uuid', [w.publisher.id, w.publisher.id, place.publisherId], 2),
    attempt: '10 + n',
    end_to_end_id: `'P-' || n`,
    state: inTurn('text', ['paid', 'failed', 'returned', 'cancelled']),
  });

  await scene.insert('deposits', {
    ...{ tenant_id, id: newId(), owner_id: w.advertiser.id, currency: 'USD', amount_micros: 5_000_000 },
    ...{ received_on: '2026-01-05', created_at: at },
  });
  await copy('deposits', {
    id: idOf(moment('created_at')),
    created_at: moment('created_at'),
    owner_id: advertisers,
    reference: `'REF-' || n`,
    state: inTurn('text', ['received', 'returned']),
  });
  await scene.insert('credit_limits', {
    ...{ tenant_id, owner_id: w.advertiser.id, limit_micros: 1_000_000, level: 100, stopped_at: at, changed_at: at },
  });
  await copy('credit_limits', {
    owner_id: '(select u.id from users u where u.user_sequence_id = 2000000 + n)',
    level: inTurn('integer', [0, 80, 90, 100]),
    stopped_at: 'null',
  });

  await scene.insert('period_closes', {
    ...{ tenant_id, id: newId(), month: '2001-01-01', version: 1, head_sequence: 0, head_hash: Buffer.alloc(32) },
    ...{ balances: JSON.stringify({ accounts: [], legs: [] }), rates: '[]', checklist: '[]', hash: Buffer.alloc(32) },
    closed_at: at,
  });
  await copy('period_closes', {
    id: 'uuidv7()',
    month: `(month + n * interval '1 month')::date`,
    state: inTurn('text', ['closed', 'reopened']),
  });

  for (const [side, owner_id, subject_id, owners] of [
    ['publisher', w.publisher.id, document, publishers],
    ['advertiser', w.advertiser.id, invoice, advertisers],
  ] as const) {
    await scene.insert('appeals', {
      ...{ tenant_id, id: newId(), side, owner_id, subject_kind: 'document', subject_id, reason: 'Wrong.' },
      ...{ due_at: at, created_at: at },
    });
    await copy('appeals', {
      id: 'uuidv7()',
      owner_id: owners,
      subject_id: `(select d.id from documents d where d.side = '${side}' and d.number_text like 'X-%' order by d.id offset n % 20 limit 1)`,
      state: inTurn('text', ['upheld', 'overturned', 'partly', 'withdrawn']),
      decided_at: 'created_at',
      reason: `'Reason ' || n`,
    });
    await asOwner(
      `update appeals set state = 'open', decided_at = null, due_at = now() + interval '9 years'
       where tenant_id = $1 and side = $2 and reason in ('Reason 2', 'Reason 4', 'Reason 5')`,
      [tenant_id, side],
    );
    await asOwner(
      `update appeals set due_at = '2020-01-01' where tenant_id = $1 and side = $2 and reason in ('Wrong.', 'Reason 5')`,
      [tenant_id, side],
    );
  }

  await scene.insert('referral_terms', {
    ...{ tenant_id, id: newId(), owner_id: w.publisher.id, referred_id: place.publisherId, basis: 'payout' },
    ...{ rate_ppm: 50_000, currency: 'USD', valid_from: '2026-01-01', created_at: at },
  });
  await copy('referral_terms', {
    id: 'uuidv7()',
    referred_id: people,
    basis: inTurn('text', ['flat', 'payout', 'revenue', 'profit'], 2),
    ended_at: 'case when n % 2 = 0 then created_at end',
  });
  await scene.insert('tax_rules', {
    ...{ tenant_id, id: newId(), side: 'publisher', valid_from: '2026-01-01', vat: 'outside', created_at: at },
    ...{ note: 'Agreed with the adviser', countries: ['pt'] },
  });
  await copy('tax_rules', {
    id: 'uuidv7()',
    // three of each day
    valid_from: `'2026-01-01'::date + n / 3`,
    side: inTurn('text', ['publisher', 'advertiser'], 2),
    vat: inTurn('text', ['domestic', 'reverse', 'outside']),
    note: inTurn('text', ['Agreed with the adviser', 'Until the treaty'], 3),
    countries: `case when n % 2 = 0 then array['de', 'fr'] else '{}' end`,
  });
  await asOwner(`update users set first_name = 'Nora' where id = $1`, [place.publisherId]);
  await asOwner(`update offers set title = 'Euro lamp' where tenant_id = $1 and currency = 'EUR'`, [tenant_id]);
  // booked in a month after its event's
  await asOwner('alter table ledger_transfers disable trigger user');
  await asOwner(`update ledger_transfers set at = at + interval '70 days' where tenant_id = $1 and sequence % 4 = 0`, [
    tenant_id,
  ]);

  return {
    targets: {
      documentLines: document,
      ownDocumentLines: document,
      ownInvoiceLines: invoice,
      invoiceLines: invoice,
      billingRunItems: run,
      invoiceRunItems: invoiceRun,
      batchRows: batch,
    },
    always: {
      publisherEntries: { owner: w.publisher.id },
      advertiserEntries: { owner: w.advertiser.id },
      ownRevenue: { by: 'offer' },
    },
    said: saidOf({ run, invoiceRun, claimed: new Set(claimed.map(({ sequence }) => sequence)) }),
  };

  async function firstOther(table: string, id: string): Promise<string> {
    const [row] = await asOwner<{ id: string }>(`select id from ${table} where tenant_id = $1 and id <> $2 limit 1`, [
      tenant_id,
      id,
    ]);
    return row?.id ?? '';
  }
}

interface Known {
  run: string;
  invoiceRun: string;
  /** entries of live documents */
  claimed: ReadonlySet<string>;
}
const ageOf = (days: number) =>
  days === 0 ? 'current' : days <= 30 ? 'd30' : days <= 60 ? 'd60' : days <= 90 ? 'd90' : 'older';

function saidOf({ run, invoiceRun, claimed }: Known): BillingRows['said'] {
  const entries = {
    // as they were claimed above
    line: ({ id }: Row) => Number(id) % 3 > 0 && 1 + (Number(id) % 2),
    standing: ({ phase, document }: Row) => (phase === 'pending' ? phase : [phase, document ? 'claimed' : 'unclaimed']),
  };
  const periods = { from: (row: Row) => row.period_to, to: (row: Row) => row.period_from };
  const inThirds = (of: string) => (row: Row) => Number(row.number.slice(2)) % 3 === 0 && of;
  const due = { due_from: (row: Row) => row.due_on, due_until: (row: Row) => row.due_on };
  const left = { open: (row: Row) => row.open !== '0' && '1' };
  const documents = { ...periods, ...due, ...left, run: inThirds(run) };
  const overdue = { overdue: (row: Row) => row.overdue_days > 0 && '1' };
  const isOpen = ({ state }: Row) => ['issued', 'part-paid'].includes(state);
  const ofAge = { age: (row: Row) => isOpen(row) && ageOf(row.overdue_days) };
  const late = { overdue: (row: Row) => row.is_overdue && '1' };
  const inCurrency = { currency: (row: Row) => row.subject.currency };
  const onDay = { from: (row: Row) => row.day, to: (row: Row) => row.day };
  return {
    publisherEntries: entries,
    advertiserEntries: entries,
    ownPublisherEntries: entries,
    ownAdvertiserEntries: entries,
    ownRevenueEntries: { of: ({ day, currency }) => `day.${day}.${currency}` },
    documents,
    ownDocuments: documents,
    adjustments: onDay,
    payableDocuments: { due_until: (row) => row.due_on },
    payments: { asked: (row) => row.asked && row.state === 'instructed' && '1' },
    batchRows: { part: (row) => (row.blocked === 'none' ? 'paid' : 'held') },
    advertiserBalances: { overdue: (row) => Number(row.overdue) > 0 && '1' },
    invoices: { ...overdue, ...ofAge, ...due, run: inThirds(invoiceRun) },
    ownInvoices: overdue,
    journal: {
      earlier: (row) => row.is_earlier && '1',
      month: (row) => row.period,
      on: (row) => [row.debit, row.credit],
      standing: (row) => !claimed.has(row.id) && 'unclaimed',
    },
    taxRules: { origin: (row) => (row.is_sample ? 'sample' : 'own') },
    appeals: { ...late, ...inCurrency },
    disputes: { ...late, ...inCurrency },
    ownAppeals: late,
    ownDisputes: late,
  };
}
