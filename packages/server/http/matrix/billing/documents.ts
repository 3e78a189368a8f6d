// For tests only: examples for billing's documents, runs, adjustments, taxes and entries, and the things they name.
import type { IdKind } from '@tributary/contract';
import { hashSecret, newId } from '../../../platform/ids.ts';
import type { Example, Moment } from '../examples.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const onId =
  (body: unknown): Example =>
  ({ targetId }) => ({ params: { id: targetId }, body });
const byOwner =
  (kind: 'publisher' | 'advertiser'): Example =>
  async ({ scene, subdomain }) => ({ query: { owner: (await scene.addPerson(subdomain, kind)).id, limit: '5' } });
const MONTH = { period_from: '2026-01-01', period_to: '2026-01-31' };
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');

/** the document is where the call finds it well */
const afterwards =
  (change: string, parts: Example): Example =>
  async (moment) => {
    await moment.scene.t.database.asOwner(`update documents set ${change} where id::text = $1`, [moment.targetId]);
    return parts(moment);
  };
const ISSUED = `state = 'issued', number_text = 'SB-1', issued_at = now(), hash = '\\x00'`;
const asIssued = (parts: Example) => afterwards(ISSUED, parts);
const asAwaited = (parts: Example) => afterwards(`state = 'awaiting'`, parts);

/** one run of a side is under way at a time: each caller finds the place free */
export const withoutRuns = ({ scene, subdomain }: Moment) =>
  scene.t.database.asOwner(`update billing_runs set state = 'done' where tenant_id = $1`, [
    scene.tenantIdOf(subdomain),
  ]);
export const runInState =
  (state: string): Example =>
  async (moment) => {
    await withoutRuns(moment);
    await moment.scene.t.database.asOwner('update billing_runs set state = $2 where id::text = $1', [
      moment.targetId,
      state,
    ]);
    return { params: { id: moment.targetId } };
  };

async function withProfile({ scene, subdomain, session }: Moment, owner_id = session?.person.id): Promise<void> {
  const tenant_id = scene.tenantIdOf(subdomain);
  if (!owner_id || !(await isThere(scene, tenant_id, owner_id))) return;
  const file = await addFile(scene, { tenant_id, owner_id, kind: 'tax-form', name: 'w9.pdf' });
  await scene.t.database.asOwner(
    `insert into tax_profiles (tenant_id, owner_id, party, legal_name, country, form, form_file_id, changed_at)
     values ($1, $2, 'person', 'Mara Quill', 'us', 'W-9', $3, $4) on conflict do nothing`,
    [tenant_id, owner_id, file, scene.t.clock.now()],
  );
}
const isThere = async ({ t }: Moment['scene'], tenantId: string, id: string): Promise<boolean> =>
  (await t.database.asOwner('select from users where tenant_id = $1 and id::text = $2', [tenantId, id])).length > 0;

async function addFile(scene: Moment['scene'], file: Record<'tenant_id' | 'owner_id' | 'kind' | 'name', string>) {
  const id = newId();
  await scene.insert('billing_files', {
    ...file,
    id,
    media_type: 'application/pdf',
    content: Buffer.from(PDF, 'base64'),
    sha256: hashSecret(id),
    created_at: scene.t.clock.now(),
  });
  return id;
}
const withInvoice: Example = async ({ scene, targetId }) => {
  const [document] = await scene.t.database.asOwner<{ owner_id: string; tenant_id: string }>(
    'select owner_id, tenant_id from documents where id::text = $1',
    [targetId],
  );
  if (document) {
    const id = await addFile(scene, { ...document, kind: 'own-invoice', name: 'invoice.pdf' });
    await scene.t.database.asOwner('update documents set file_id = $2 where id = $1', [targetId, id]);
  }
  return { params: { id: targetId } };
};

export const documentExamples = {
  publisherEntries: byOwner('publisher'),
  advertiserEntries: byOwner('advertiser'),
  ownPublisherEntries: () => ({ query: { standing: 'unclaimed' } }),
  ownAdvertiserEntries: () => ({ query: { account: 'prepaid' } }),
  exportOwnPublisherEntries: nothing,
  exportOwnAdvertiserEntries: nothing,
  ownRevenue: () => ({ query: { by: 'offer', sort: '-earned', q: 'quill' } }),
  exportOwnRevenue: nothing,
  exportOwnRevenueByMonth: nothing,
  exportOwnRevenueByOffer: nothing,
  ownRevenueEntries: () => ({ query: { stage: 'available', limit: '5' } }),
  publisherTerms: byId,
  savePublisherTerms: onId({ version: 0, cycle: null, net_days: 15, hold_days: 7, minimum: '50' }),
  publisherTaxProfile: byId,
  publisherTaxForm: async (moment) => {
    await withProfile(moment, moment.targetId);
    return { params: { id: moment.targetId } };
  },
  ownTaxForm: async (moment) => {
    await withProfile(moment);
    return {};
  },
  ownTaxProfile: nothing,
  saveOwnTaxProfile: () => ({
    body: {
      version: 0,
      party: 'person',
      legal_name: 'Ines Okafor',
      country: 'pt',
      vat_id: null,
      street: 'Rua Nova',
      house_number: '7',
      postcode: '1100-001',
      town: 'Lisboa',
      form: null,
      form_expires_on: null,
    },
  }),
  sendOwnTaxForm: async (moment) => {
    await withProfile(moment);
    return { body: { name: 'w9.pdf', data: PDF } };
  },
  acceptSelfBilling: async (moment) => {
    await withProfile(moment);
    const { scene, subdomain } = moment;
    const tenant_id = scene.tenantIdOf(subdomain);
    await scene.t.database.asOwner(
      `insert into settings (tenant_id, section, version, value, changed_at)
       values ($1, 'payment', 1, '{"self_billing_text": "We write your invoices."}', now()) on conflict do nothing`,
      [tenant_id],
    );
    return { body: { version: 1 } };
  },
  taxRules: () => ({ query: { side: 'publisher', q: 'de' } }),
  exportTaxRules: nothing,
  payeeChoices: () => ({ query: { q: 'a' } }),
  payerChoices: () => ({ query: { q: 'a' } }),
  addTaxRule: () => ({
    body: {
      side: 'advertiser',
      from: '2026-01-01',
      countries: ['de'],
      party: 'business',
      form: null,
      vat: 'domestic',
      vat_rate: '19',
      withholding_rate: '0',
      threshold: '0',
      without_form_rate: '0',
      note: '',
    },
  }),
  removeTaxRule: byId,
  billingBalanceTotals: nothing,
  billingBalances: () => ({ query: { q: 'quill', sort: '-owner' } }),
  exportBillingBalances: nothing,
  documents: () => ({ query: { state: 'draft,issued', q: 'SB', limit: '5' } }),
  exportDocuments: nothing,
  document: byId,
  documentLines: byId,
  discardDraft: byId,
  issueDocument: onId({ version: 1 }),
  issueDocuments: () => ({ body: { ids: [newId()] } }),
  approveDocument: asIssued(onId({ version: 1 })),
  approveDocuments: () => ({ body: { ids: [newId()] } }),
  creditDocument: asIssued(onId({ version: 1, reason: 'Wrong period.' })),
  ownInvoiceFile: withInvoice,
  billingRuns: nothing,
  exportBillingRuns: nothing,
  startBillingRun: async (moment) => {
    await withoutRuns(moment);
    return { body: MONTH };
  },
  billingRun: byId,
  billingRunItems: byId,
  stopBillingRun: runInState('waiting'),
  resumeBillingRun: runInState('stopped'),
  adjustments: nothing,
  exportAdjustments: nothing,
  adjustment: byId,
  addAdjustment: async ({ scene, subdomain }) => ({
    body: {
      owner_id: (await scene.addPerson(subdomain, 'publisher')).id,
      currency: 'USD',
      amount: '12.50',
      reason: 'Agreed by mail.',
    },
  }),
  reverseAdjustment: onId({ reason: 'Booked twice.' }),
  ownDocuments: nothing,
  exportOwnDocuments: nothing,
  ownSentInvoice: asAwaited(withInvoice),
  ownDocument: asAwaited(byId),
  ownDocumentLines: asAwaited(byId),
  sendOwnInvoice: asAwaited(onId({ name: 'invoice.pdf', data: PDF, number: 'A-17', total: '0' })),
} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makeDocumentTarget(name: IdKind, { scene, subdomain, session }: Place) {
  const tenant_id = scene.tenantIdOf(subdomain);
  const [id, at] = [newId(), scene.t.clock.now()];
  const publisher = async () => session?.person.id ?? (await scene.addPerson(subdomain, 'publisher')).id;
  const period = { period_from: '2026-01-01', period_to: '2026-02-01' };
  switch (name) {
    case 'document': {
      const owner_id = await publisher();
      const made = { side: 'publisher', kind: 'self-bill', currency: 'USD', ...period, made_at: at };
      await scene.insert('documents', { tenant_id, id, owner_id, ...made });
      return id;
    }
    case 'billing-run':
    case 'invoice-run':
      await scene.insert('billing_runs', {
        ...{
          tenant_id,
          id,
          side: name === 'invoice-run' ? 'advertiser' : 'publisher',
          cut: 'event',
          state: 'done',
          created_at: at,
        },
        ...period,
      });
      return id;
    case 'adjustment': {
      const what = { currency: 'USD', amount_micros: 5_000_000, reason: 'Agreed', day: '2026-01-05', created_at: at };
      await scene.insert('adjustments', { tenant_id, id, owner_id: await publisher(), side: 'publisher', ...what });
      return id;
    }
    case 'tax-rule':
      await scene.insert('tax_rules', {
        ...{ tenant_id, id, side: 'advertiser', valid_from: '2026-01-01', vat: 'outside', created_at: at },
      });
      return id;
    default:
      return undefined;
  }
}
