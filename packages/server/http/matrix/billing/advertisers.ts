// For tests only: examples for billing's room advertisers, and the things they name.
import { randomBytes } from 'node:crypto';
import type { IdKind } from '@tributary/contract';
import { newId } from '../../../platform/ids.ts';
import type { Example } from '../examples.ts';
import { runInState, withoutRuns } from './documents.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const onId =
  (body: unknown): Example =>
  ({ targetId }) => ({ params: { id: targetId }, body });
const payIn = {
  accounts: [{ currency: 'USD', holder: 'Demo Ltd', bank: '', account: 'DE89370400440532013000', code: '', note: '' }],
  note: '',
};

export const advertiserBillingExamples = {
  advertiserBalances: () => ({ query: { standing: 'stopped,open', q: 'a' } }),
  exportAdvertiserBalances: nothing,
  advertiserAccount: byId,
  setCreditLimit: onId({ limit: '500', reason: 'Agreed.', version: 0 }),
  setAdvertiserTerms: onId({ net_days: 30, po_number: 'PO-1', terms_version: 0 }),
  allocateOldest: onId({ currency: 'USD' }),
  deposits: () => ({ query: { state: 'received', limit: '5' } }),
  exportDeposits: nothing,
  deposit: byId,
  recordDeposit: async ({ scene, subdomain }) => ({
    body: {
      advertiser_id: (await scene.addPerson(subdomain, 'advertiser')).id,
      currency: 'USD',
      amount: '100',
      received_on: '2026-01-05',
    },
  }),
  allocateDeposit: onId({}),
  takeBackAllocation: async (place) => {
    const { scene, subdomain, targetId } = place;
    const [row] = await scene.t.database.asOwner<{ owner_id: string }>(
      'select owner_id from deposits where id::text = $1 and tenant_id = $2',
      [targetId, scene.tenantIdOf(subdomain)],
    );
    const invoice = row ? await addInvoice(scene, subdomain, row.owner_id, '5000000') : newId();
    if (row) {
      const at = scene.t.clock.now();
      await scene.insert('deposit_allocations', {
        tenant_id: scene.tenantIdOf(subdomain),
        deposit_id: targetId,
        revision: 1,
        document_id: invoice,
        owner_id: row.owner_id,
        amount_micros: '5000000',
        created_at: at,
      });
    }
    return { params: { id: targetId }, body: { invoice_id: invoice, reason: 'Paid another one.' } };
  },
  returnDeposit: onId({ reason: 'Sent back.' }),
  invoices: () => ({ query: { state: 'issued,part-paid', limit: '5' } }),
  exportInvoices: nothing,
  previewInvoices: () => ({ query: { period_from: '2026-01-01', period_to: '2026-01-31' } }),
  makeInvoices: async (moment) => {
    await withoutRuns(moment);
    return { body: { period_from: '2025-12-01', period_to: '2025-12-31' } };
  },
  invoiceRuns: nothing,
  exportInvoiceRuns: nothing,
  invoiceRun: byId,
  invoiceRunItems: byId,
  stopInvoiceRun: runInState('waiting'),
  resumeInvoiceRun: runInState('stopped'),
  invoiceLines: byId,
  creditInvoice: onId({ reason: 'Another month.' }),
  remindInvoice: byId,
  writeOffInvoice: onId({ reason: 'Insolvent.' }),
  recoverInvoice: async ({ scene, targetId }) => {
    await scene.t.database.asOwner(
      `update documents set settled_micros = 40000000, written_off_micros = 40000000, state = 'part-paid' where id::text = $1`,
      [targetId],
    );
    return { params: { id: targetId }, body: { reason: 'Paid after all.' } };
  },
  payIn: nothing,
  savePayIn: async ({ scene, subdomain }) => {
    const [row] = await scene.t.database.asOwner<{ version: number | null }>(
      `select max(version) as version from settings where tenant_id = $1 and section = 'collection'`,
      [scene.tenantIdOf(subdomain)],
    );
    return { body: { version: row?.version ?? 0, value: payIn } };
  },
  ownPayIn: nothing,
  ownDeposits: () => ({ query: { state: 'received' } }),
  exportOwnDeposits: nothing,
  ownInvoices: () => ({ query: { state: 'paid' } }),
  ownInvoiceLines: byId,
  exportOwnInvoices: nothing,
  ownBillingHistory: () => ({ query: { limit: '5' } }),
  exportOwnBillingHistory: nothing,
} satisfies Record<string, Example>;

let number = 700_000;
async function addInvoice(scene: Place['scene'], subdomain: string, ownerId: string, settled = '0'): Promise<string> {
  const id = newId();
  const at = scene.t.clock.now();
  await scene.insert('documents', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    side: 'advertiser',
    kind: 'invoice',
    owner_id: ownerId,
    currency: 'USD',
    period_from: '2025-12-01',
    period_to: '2026-01-01',
    state: settled === '0' ? 'issued' : 'part-paid',
    series: 'invoice-example',
    number: ++number,
    number_text: `INV-${number}`,
    net_micros: '90000000',
    total_micros: '90000000',
    settled_micros: settled,
    made_at: at,
    issued_at: at,
    due_on: '2026-01-31',
    hash: randomBytes(32),
  });
  return id;
}

/** undefined where the name is not one of ours */
export async function makeAdvertiserBillingTarget(
  name: IdKind,
  { scene, subdomain, session }: Place,
): Promise<string | undefined> {
  if (name !== 'deposit' && name !== 'invoice') return undefined;
  const ownerId = session?.person.id ?? (await scene.addPerson(subdomain, 'advertiser')).id;
  if (name === 'invoice') return addInvoice(scene, subdomain, ownerId);
  const id = newId();
  await scene.insert('deposits', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    owner_id: ownerId,
    currency: 'USD',
    amount_micros: '50000000',
    received_on: '2026-01-05',
    created_at: scene.t.clock.now(),
  });
  return id;
}
