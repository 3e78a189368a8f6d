// For tests only: examples for reconciliation, each with one in the state that its route asks for.
import type { IdKind } from '@tributary/contract';
import { newId } from '../../platform/ids.ts';
import type { Example } from './examples.ts';
import type { Scene, SignedIn } from './scene.ts';

interface Place {
  scene: Scene;
  subdomain: string;
  session: SignedIn | null;
}
const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const file = { name: 'october.csv', data: Buffer.from('order,status\nA-1,approved\n').toString('base64') };
const form = {
  file,
  map: { txn_id: 'order', status: 'status' },
  period_from: '2026-10-01',
  period_to: '2026-10-31',
  zone: 'UTC',
  currency: 'USD',
};

type Columns = Record<string, unknown>;
async function addReconciliation({ scene, subdomain, session }: Place, columns: Columns = {}): Promise<string> {
  const [id, tenant_id] = [newId(), scene.tenantIdOf(subdomain)];
  const advertiser_id = session?.person.id ?? (await scene.addPerson(subdomain, 'advertiser')).id;
  const described = { file_name: 'october.csv', column_map: '{}', period_from: '2026-10-01', period_to: '2026-10-31' };
  const read = { zone: 'UTC', currency: 'USD', amount_is: 'sale', tolerance_micros: 0, lines: 1 };
  const made = { origin: 'advertiser', state: 'open', created_at: scene.t.clock.now(), created_by: advertiser_id };
  await scene.insert('reconciliations', { tenant_id, id, advertiser_id, ...described, ...read, ...made, ...columns });
  const row = { tenant_id, reconciliation_id: id, position: 1, advertiser_id, source: 'advertiser', line: 2 };
  await scene.insert('reconciliation_rows', { ...row, txn_id: 'A-1', finding: 'agree', choice: 'approve' });
  return id;
}
/** the one that is asked about, brought to a state */
const inState =
  (state: string, body: object, halted: string | null = null): Example =>
  async ({ scene, targetId }) => {
    await scene.t.database.asOwner('update reconciliations set state = $2, halted = $3 where id::text = $1', [
      targetId,
      state,
      halted,
    ]);
    return { params: { id: targetId }, body };
  };

export const reconciliationExamples = {
  reconciliations: nothing,
  exportReconciliations: nothing,
  readReconciliationFile: () => ({ body: { advertiser_id: null, file } }),
  startReconciliation: async ({ scene, subdomain }) => ({
    body: { ...form, advertiser_id: (await scene.addPerson(subdomain, 'advertiser')).id },
  }),
  reconciliation: byId,
  addPublisherFile: async ({ scene, subdomain, targetId }) => ({
    params: { id: targetId },
    body: { publisher_id: (await scene.addPerson(subdomain, 'publisher')).id, file, map: { click_id: 'order' } },
  }),
  matchReconciliation: inState('open', {}),
  chooseReconciliationRows: inState('open', { rows: ['1'], choice: 'none' }),
  applyReconciliation: inState('open', { reason: 'By the file' }),
  stopReconciliation: inState('applying', {}),
  resumeReconciliation: inState('applying', {}, 'stopped'),
  undoReconciliation: inState('applied', { reason: 'The wrong file' }),
  deleteReconciliation: byId,
  reconciliationRows: byId,
  exportReconciliationRows: byId,
  ownReconciliations: nothing,
  exportOwnReconciliations: nothing,
  readOwnReconciliationFile: () => ({ body: { file } }),
  startOwnReconciliation: () => ({ body: form }),
  ownReconciliation: byId,
  ownReconciliationRows: byId,
  exportOwnReconciliationRows: byId,
  deleteOwnReconciliation: byId,
} satisfies Record<string, Example>;

export const makeReconciliationTarget = async (kind: IdKind, place: Place): Promise<string | undefined> =>
  kind === 'reconciliation' ? addReconciliation(place) : undefined;
