import { PostbackAuth as PostbackAuthWire } from '@tributary/contract/conversions/conversions';
import type { OwnWords } from '@tributary/contract/tracker/receipt-rules';
import type { Tx } from '../../platform/db/database.ts';

export interface PostbackAuth {
  tokenRequired: boolean;
  signatureRequired: boolean;
  networks: string[];
  statusWords: OwnWords;
  version: number;
  rotatedAt: Date | null;
}

/** without a row: the token is asked for, from anywhere */
export const defaultAuth: PostbackAuth = {
  tokenRequired: true,
  signatureRequired: false,
  networks: [],
  statusWords: {},
  version: 1,
  rotatedAt: null,
};

export async function postbackAuthOf(tx: Tx, advertiserIds: readonly string[]): Promise<Map<string, PostbackAuth>> {
  if (advertiserIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('postback_auth')
    .selectAll()
    .where('advertiser_id', 'in', [...advertiserIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.advertiser_id,
      {
        tokenRequired: row.token_required,
        signatureRequired: row.signature_required,
        networks: row.networks,
        statusWords: PostbackAuthWire.shape.status_words.parse(row.status_words),
        version: row.version,
        rotatedAt: row.rotated_at,
      },
    ]),
  );
}

export async function savePostbackAuth(
  tx: Tx,
  tenantId: string,
  advertiserId: string,
  auth: PostbackAuth,
): Promise<void> {
  const row = {
    token_required: auth.tokenRequired,
    signature_required: auth.signatureRequired,
    networks: auth.networks,
    status_words: JSON.stringify(auth.statusWords),
    version: auth.version,
    rotated_at: auth.rotatedAt,
  };
  await tx
    .insertInto('postback_auth')
    .values({ tenant_id: tenantId, advertiser_id: advertiserId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'advertiser_id']).doUpdateSet(row))
    .execute();
}
