import { MailRecord } from '@tributary/contract/mail-sender';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';

const Checks = z.array(MailRecord).nullable().catch(null);

export interface MailDomain {
  domain: string;
  selector: string;
  publicKey: string;
  /** sealed */
  privateKey: string;
  checks: MailRecord[] | null;
  checkedAt: Date | null;
  verifiedAt: Date | null;
}

export async function findDomain(tx: Tx, domain: string): Promise<MailDomain | null> {
  const row = await tx.selectFrom('mail_domains').selectAll().where('domain', '=', domain).executeTakeFirst();
  return row
    ? {
        domain: row.domain,
        selector: row.selector,
        publicKey: row.public_key,
        privateKey: row.private_key,
        checks: Checks.parse(row.checks),
        checkedAt: row.checked_at,
        verifiedAt: row.verified_at,
      }
    : null;
}

/** of two who ask at once, the first one's key stays */
export async function addDomain(
  tx: Tx,
  tenantId: string,
  made: Pick<MailDomain, 'domain' | 'selector' | 'publicKey' | 'privateKey'>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('mail_domains')
    .values({
      tenant_id: tenantId,
      domain: made.domain,
      selector: made.selector,
      public_key: made.publicKey,
      private_key: made.privateKey,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function noteChecks(
  tx: Tx,
  domain: string,
  { checks, checkedAt, verifiedAt }: Pick<MailDomain, 'checks' | 'checkedAt' | 'verifiedAt'>,
): Promise<void> {
  await tx
    .updateTable('mail_domains')
    .set({ checks: JSON.stringify(checks), checked_at: checkedAt, verified_at: verifiedAt })
    .where('domain', '=', domain)
    .execute();
}
