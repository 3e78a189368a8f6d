// Calls of advertisers that become nothing, so that the inbox of unmatched postbacks has something to show: our id under another
// name, a goal that is nearly one, an amount that is written otherwise, a macro that nobody filled in.
import { newId } from '../platform/ids.ts';
import { type Row, receiptAbout } from './receipt-row.ts';

const MINUTE_MS = 60_000;

export interface UnmatchedPlace {
  /** goal tokens by the offer's number */
  goals: ReadonlyMap<string, readonly string[]>;
  /** of the advertisers' tokens, by their numbers: what a tracker keeps of them */
  digests: ReadonlyMap<string, string>;
  until: Date;
}

/** `clicks` that have not converted, in the order of time */
export function unmatchedCalls(clicks: readonly Row[], { goals, digests, until }: UnmatchedPlace): Row[] {
  const after = ({ at = '' }: Row, minutes: number): Date => new Date(Date.parse(at) + minutes * MINUTE_MS);
  const order = ({ event_id: id = '' }: Row): string => `U-${id.slice(-10)}`;
  /** as a tracker keeps a call that names no click */
  const nameless = (click: Row, outcome: string, query: Row): Row => {
    const at = after(click, 9);
    return {
      tenant_id: click.tenant_id ?? '',
      receipt_id: newId(at.getTime()),
      at: at.toISOString(),
      outcome,
      ip: '203.0.113.44',
      method: 'GET',
      query: new URLSearchParams(query).toString(),
      params: '{}',
      token_digest: digests.get(click.advertiser ?? '') ?? '',
    };
  };
  const [first] = clicks;
  const sameSender = clicks.filter(({ advertiser }) => advertiser === first?.advertiser);
  const withGoal = clicks.filter(({ offer = '' }) => goals.get(offer)?.some((token) => token.length > 3));
  const [unfilled] = clicks.slice(-1);
  const calls = [
    ...sameSender
      .slice(0, 5)
      .map((click) => nameless(click, 'missing_click', { cid: click.event_id ?? '', tid: order(click), token: '' })),
    ...withGoal.slice(0, 3).map((click) => {
      const token = goals.get(click.offer ?? '')?.find((one) => one.length > 3) ?? '';
      const goal = token.replaceAll('_', ' ').toUpperCase();
      return receiptAbout(click, after(click, 11), 'goal_unknown', { txn_id: order(click), goal });
    }),
    ...sameSender
      .slice(5, 8)
      .map((click) =>
        receiptAbout(click, after(click, 13), 'malformed_amount', { txn_id: order(click), sale_amount: '1.234,56' }),
      ),
    ...(unfilled ? [nameless(unfilled, 'macro_unfilled', { click_id: '{click_id}', txn_id: order(unfilled) })] : []),
  ];
  return calls.filter(({ at }) => Date.parse(at ?? '') < until.getTime());
}
