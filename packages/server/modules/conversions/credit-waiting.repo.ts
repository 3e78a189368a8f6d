import type { Tx } from '../../platform/db/database.ts';

/** why a conversion waits that came after its advertiser's credit was used up */
export const CREDIT_USED_UP = 'The advertiser’s credit is used up';

/** how many of an advertiser's wait for that reason */
export async function waitingForCredit(tx: Tx, advertiserId: string): Promise<number> {
  const row = await tx
    .selectFrom('conversions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('advertiser_id', '=', advertiserId)
    .where('status', '=', 'pending')
    .where('reason', '=', CREDIT_USED_UP)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
