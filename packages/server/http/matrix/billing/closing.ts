// For tests only: examples for billing's room closing, and the things they name.
import type { IdKind } from '@tributary/contract';
import { newId } from '../../../platform/ids.ts';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });

export const closingExamples = {
  billingOverview: nothing,
  journal: () => ({ query: { leg: 'payout', from: '1767225600', limit: '5' } }),
  exportJournal: nothing,
  closes: () => ({ query: { state: 'closed', sort: '-month' } }),
  exportCloses: nothing,
  closeChecklist: () => ({ query: { month: '2020-01' } }),
  // each call closes a month of its own, far back
  closePeriod: () => ({ body: { month: `${2000 + (sequence++ % 16)}-0${1 + (sequence % 9)}`, accept_open: true } }),
  periodClose: byId,
  reopenPeriod: ({ targetId }) => ({ params: { id: targetId }, body: { reason: 'A rate was wrong.' } }),
} satisfies Record<string, Example>;

let sequence = 0;
/** undefined where the name is not one of ours */
export async function makeClosingTarget(name: IdKind, { scene, subdomain }: Place): Promise<string | undefined> {
  if (name !== 'period-close') return undefined;
  const [id, tenant_id, at] = [newId(), scene.tenantIdOf(subdomain), scene.t.clock.now()];
  // far back: nothing of a test lies there
  const month = `${1900 + (Math.floor(sequence / 12) % 50)}-${String((sequence++ % 12) + 1).padStart(2, '0')}-01`;
  await scene.insert('period_closes', {
    tenant_id,
    id,
    month,
    version: 1,
    head_sequence: 0,
    head_hash: Buffer.alloc(32),
    balances: JSON.stringify({ accounts: [], legs: [] }),
    rates: '[]',
    checklist: '[]',
    hash: Buffer.alloc(32),
    closed_at: at,
  });
  await scene.insert('closed_months', { tenant_id, month, closed_at: at });
  return id;
}
