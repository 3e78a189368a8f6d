// Two files of the demo's advertiser, held against its orders of this month: the first was applied, the second is open.
import type { SignedInCall } from '../http/call.ts';
import {
  applyRows,
  matchRows,
  type ReconciliationJobDeps,
  reconciliationHandlers,
  takeIn,
} from '../modules/trust/index.ts';

interface ValidationStory {
  tenantId: string;
  currency: string;
  advertiser: (moment: Date) => Promise<SignedInCall>;
  manager: (moment: Date) => Promise<SignedInCall>;
  /** an order that waits for the advertiser's word */
  sell: (moment: Date, txnId: string) => Promise<unknown>;
  jobs: (moment: Date) => ReconciliationJobDeps;
  /** a day of the month that has not been closed */
  at: (day: number, hour?: number) => Date;
}

const map = {
  txn_id: 'order',
  click_id: null,
  amount: 'amount',
  currency: null,
  status: 'status',
  code: 'reason',
  at: 'date',
  date_order: 'iso',
  decimal_mark: 'point',
} as const;
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export async function seedValidation({
  tenantId,
  currency,
  advertiser,
  manager,
  sell,
  jobs,
  at,
}: ValidationStory): Promise<void> {
  const [early, late] = [at(4), at(6)];
  for (const order of ['ORD-1041', 'ORD-1042', 'ORD-1043']) await sell(early, order);
  for (const order of ['ORD-1044', 'ORD-1045', 'ORD-1046', 'ORD-1047']) await sell(late, order);
  const upload = async (name: string, day: Date, moment: Date, lines: readonly string[]): Promise<string> => {
    const text = ['order,amount,status,reason,date', ...lines.map((line) => `${line},${dayOf(day)}`)].join('\n');
    const call = await advertiser(moment);
    const of = { advertiserId: call.principal.userId, origin: 'advertiser' as const };
    const { id } = await takeIn(call, of, {
      file: { name, data: Buffer.from(text).toString('base64') },
      map,
      offer_id: null,
      period_from: dayOf(day),
      period_to: dayOf(day),
      zone: 'UTC',
      currency,
      amount_is: 'revenue',
      tolerance: 0n,
      default_code: null,
      deadline: null,
    });
    await matchRows(jobs(moment), tenantId, id);
    return id;
  };
  const first = await upload('orders-week-1.csv', early, at(8), [
    'ORD-1041,,approved,',
    'ORD-1042,,approved,',
    'ORD-1043,,rejected,returned',
  ]);
  const call = await manager(at(9));
  const body = { reason: 'The advertiser’s first week' };
  await reconciliationHandlers().applyReconciliation({ params: { id: first }, query: undefined, body }, call);
  await applyRows(jobs(at(9)), tenantId, first);
  await upload('orders-week-2.csv', late, at(10), [
    'ORD-1044,,approved,',
    'ORD-1045,1.00,approved,',
    'ORD-1046,,cancelled,',
    'ORD-2001,,approved,',
    'ORD-2002,,perhaps,',
  ]);
}
