// For tests only: examples for billing's room paying, and the things they name.
import type { IdKind } from '@tributary/contract';
import { newId } from '../../../platform/ids.ts';
import { testSecret } from '../../../platform/testing.ts';
import { createVault } from '../../../platform/vault.ts';
import { DEMO_PASSWORD } from '../../../testing.ts';
import { addDocument, addMethod, bankDetails, type Ground } from '../../../testing-payable.ts';
import type { Example, Moment } from '../examples.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const groundOf = ({ scene, subdomain }: Pick<Place, 'scene' | 'subdomain'>): Ground => ({
  asOwner: scene.t.database.asOwner,
  tenantId: scene.tenantIdOf(subdomain),
  at: scene.t.clock.now(),
});
/** the batch in a state of its own */
const batchIn =
  (columns: string, body?: unknown): Example =>
  async ({ scene, targetId }) => {
    await scene.t.database.asOwner(`update payment_batches set ${columns} where id::text = $1`, [targetId]);
    return { params: { id: targetId }, ...(body === undefined ? {} : { body }) };
  };
const paymentIn =
  (state: string, body?: unknown): Example =>
  async ({ scene, targetId }) => {
    await scene.t.database.asOwner('update payments set state = $2 where id::text = $1', [targetId, state]);
    if (state === 'failed') {
      await scene.t.database.asOwner(
        `update documents set state = 'approved', settled_micros = 0 where id = (select document_id from payments where id::text = $1)`,
        [targetId],
      );
    }
    return { params: { id: targetId }, ...(body === undefined ? {} : { body }) };
  };

async function payable(
  place: Pick<Place, 'scene' | 'subdomain'>,
): Promise<{ ownerId: string; documentId: string; methodId: string }> {
  const ground = groundOf(place);
  const { id: ownerId } = await place.scene.addPerson(place.subdomain, 'publisher');
  // by hand: nothing of the workspace's own is needed for it
  const details = { ...bankDetails, recipient: 'Cheque' };
  const methodId = await addMethod(ground, ownerId, { kind: 'by-hand', details });
  return { ownerId, documentId: await addDocument(ground, ownerId), methodId };
}

let batches = 0;
async function addBatch(place: Pick<Place, 'scene' | 'subdomain'>, state = 'open'): Promise<string> {
  const { tenantId, at } = groundOf(place);
  const id = newId();
  await place.scene.insert('payment_batches', {
    tenant_id: tenantId,
    id,
    number: 500_000 + ++batches,
    state,
    preview_hash: Buffer.alloc(32),
    created_at: at,
  });
  return id;
}
async function addPayment(place: Place, batchId: string): Promise<{ id: string; reference: string }> {
  const { tenantId, at } = groundOf(place);
  const { ownerId, documentId, methodId } = await payable(place);
  const id = newId();
  await place.scene.t.database.asOwner(
    `update documents set state = 'paying', settled_micros = total_micros where id::text = $1`,
    [documentId],
  );
  await place.scene.insert('payments', {
    tenant_id: tenantId,
    id,
    batch_id: batchId,
    document_id: documentId,
    owner_id: ownerId,
    method_id: methodId,
    attempt: 1,
    end_to_end_id: id.slice(-12),
    state: 'instructed',
    currency: 'EUR',
    gross_micros: 100_000_000n,
    amount_micros: 100_000_000n,
    pay_currency: 'EUR',
    pay_micros: 100_000_000n,
    reserved_at: at,
    instructed_at: at,
  });
  return { id, reference: id.slice(-12) };
}

/** previewed by the same call that a person makes */
async function previewed({ scene, subdomain, targetId }: Moment): Promise<string> {
  const { routes } = await import('@tributary/contract');
  const { documentId, ownerId, methodId } = await payable({ scene, subdomain });
  const { tenantId } = groundOf({ scene, subdomain });
  const [own] = await scene.t.database.asOwner<{ tenant_id: string }>(
    'select tenant_id from payment_batches where id::text = $1',
    [targetId],
  );
  if (own?.tenant_id !== tenantId) return '';
  const amounts = { gross_micros: 100_000_000n, amount_micros: 100_000_000n, pay_micros: 100_000_000n };
  await scene.insert('batch_choices', {
    tenant_id: tenantId,
    batch_id: targetId,
    document_id: documentId,
    owner_id: ownerId,
    position: 1,
    method_id: methodId,
    currency: 'EUR',
    ...amounts,
    waiting_micros: 0n,
    withheld_micros: 0n,
    fee_micros: 0n,
    pay_currency: 'EUR',
    blocked: 'none',
  });
  const owner = await scene.openSession(await scene.addPerson(subdomain, 'admin', { is_owner: true }));
  const reply = await scene.t.call(routes.previewBatch, { subdomain, token: owner.token, params: { id: targetId } });
  return reply.body.preview ?? '';
}

const vault = createVault(testSecret);

export const payingExamples = {
  paymentRules: nothing,
  savePaymentRules: async ({ scene, subdomain }) => {
    const [row] = await scene.t.database.asOwner<{ version: number | null }>(
      `select max(version) as version from settings where tenant_id = $1 and section = 'paying'`,
      [scene.tenantIdOf(subdomain)],
    );
    const methods = [{ kind: 'by-hand', is_on: true, fee: '0', columns: [{ heading: 'Name', field: 'name' }] }];
    return { body: { version: row?.version ?? 0, methods, accounts: [] } };
  },
  payoutMethods: () => ({ query: { kind: 'bank', limit: '5' } }),
  exportPayoutMethods: nothing,
  exportPayable: () => ({}),
  payableDocuments: () => ({ query: { due_until: '2026-12-31', limit: '5' } }),
  batches: () => ({ query: { state: 'open', sort: '-number' } }),
  exportBatches: nothing,
  createBatch: async (moment) => ({ body: { documents: [(await payable(moment)).documentId], note: 'October' } }),
  batch: byId,
  batchRows: byId,
  previewBatch: byId,
  approveBatch: async (moment) => ({ params: { id: moment.targetId }, body: { preview: await previewed(moment) } }),
  cancelBatch: byId,
  makeBatchFiles: batchIn(`state = 'approved'`, {}),
  stopBatchFiles: batchIn(`work_state = 'running'`),
  batchFiles: byId,
  paymentFile: byId,
  importAnswers: async (moment) => {
    const [own] = await moment.scene.t.database.asOwner<{ tenant_id: string }>(
      'select tenant_id from payment_batches where id::text = $1',
      [moment.targetId],
    );
    const isOwn = own?.tenant_id === moment.scene.tenantIdOf(moment.subdomain);
    const made = isOwn ? await addPayment({ ...moment, session: null }, moment.targetId) : { reference: 'x' };
    return { params: { id: moment.targetId }, body: { content: `${made.reference},paid` } };
  },
  payments: () => ({ query: { state: 'paid', limit: '5' } }),
  exportPayments: nothing,
  payment: byId,
  markPaid: paymentIn('instructed', { reason: 'Seen on the statement.' }),
  markFailed: paymentIn('instructed', { code: 'AC04', reason: 'The bank called.' }),
  markReturned: paymentIn('paid', { code: 'AC04', reason: 'It came back.' }),
  retryPayment: paymentIn('failed'),
  ownPayoutMethod: nothing,
  setPayoutMethod: () => ({
    body: {
      kind: 'by-hand',
      currency: 'EUR',
      details: { ...bankDetails, recipient: 'Cheque' },
      password: DEMO_PASSWORD,
    },
  }),
  ownPayments: nothing,
  exportOwnPayments: nothing,
} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makePayingTarget(name: IdKind, place: Place): Promise<string | undefined> {
  if (name === 'payment-batch') return addBatch(place);
  if (name === 'payment') return (await addPayment(place, await addBatch(place, 'instructed'))).id;
  if (name !== 'payment-file') return undefined;
  const { tenantId, at } = groundOf(place);
  const id = newId();
  await place.scene.insert('payment_files', {
    tenant_id: tenantId,
    id,
    batch_id: await addBatch(place, 'instructed'),
    format: 'csv',
    currency: 'EUR',
    part: 1,
    name: 'batch-1.csv',
    payment_count: 0,
    sum_micros: 0,
    sealed: vault.seal({ tenantId, connectionId: id, field: 'payment-file' }, 'Name\r\n'),
    sha256: Buffer.alloc(32),
    created_at: at,
    ready_at: at,
  });
  return id;
}
