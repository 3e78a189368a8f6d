// Where a quarter of an hour is not one thing: a price or an advertiser changed within it. What is counted there is counted from
// single rows, today as in years, so these few outlive a workspace's retention.
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { RowsKept } from '../../events/index.ts';
import { advertiserTurns, versionsPaidByEvent } from '../../offers/index.ts';
import { stretchesOf } from './event-prices.ts';

const BEGINNING = new Date(0);
const QUARTER_MS = 15 * MINUTE_MS;

export async function cutsBefore(tx: Tx, before: Date): Promise<RowsKept[]> {
  const priced = stretchesOf(await versionsPaidByEvent(tx, BEGINNING, before), BEGINNING, before);
  const cuts = [...priced, ...(await advertiserTurns(tx))].flatMap(({ offer, from, until }) =>
    [from, until].flatMap((moment) => quarterAround(moment).map((quarter) => ({ offer, ...quarter }))),
  );
  return cuts.filter(({ from }) => from < before);
}

function quarterAround(moment: Date | null): { from: Date; until: Date }[] {
  const into = (moment?.getTime() ?? 0) % QUARTER_MS;
  if (!moment || into === 0) return [];
  const from = moment.getTime() - into;
  return [{ from: new Date(from), until: new Date(from + QUARTER_MS) }];
}
