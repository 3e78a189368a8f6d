import { mailSecurities } from '@tributary/contract/mail-server';
import type { Tx } from '../../platform/db/database.ts';

export interface StoredServer {
  host: string;
  port: number;
  security: (typeof mailSecurities)[number];
  username: string | null;
  /** sealed */
  password: string | null;
  version: number;
  changedAt: Date;
  lastOkAt: Date | null;
  failingSince: Date | null;
  triedAt: Date | null;
  lastError: string | null;
}

export async function findServer(tx: Tx): Promise<StoredServer | null> {
  const row = await tx.selectFrom('mail_servers').selectAll().executeTakeFirst();
  return row
    ? {
        host: row.host,
        port: row.port,
        // the check constraint of the table keeps it within the list
        security: mailSecurities.find((one) => one === row.security) ?? 'tls',
        username: row.username,
        password: row.password,
        version: row.version,
        changedAt: row.changed_at,
        lastOkAt: row.last_ok_at,
        failingSince: row.failing_since,
        triedAt: row.tried_at,
        lastError: row.last_error,
      }
    : null;
}

type NewServer = Pick<StoredServer, 'host' | 'port' | 'security' | 'username' | 'password' | 'version' | 'changedAt'>;

/** what was known of the one before is not known of this; false where somebody else was first */
export async function putServer(tx: Tx, tenantId: string, changedBy: string, server: NewServer): Promise<boolean> {
  const { changedAt, ...columns } = server;
  const fresh = { last_ok_at: null, failing_since: null, tried_at: null, last_error: null, told_at: null };
  const row = { ...columns, ...fresh, refusal_told_at: null, changed_by: changedBy, changed_at: changedAt };
  const result = await tx
    .insertInto('mail_servers')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet(row)
        .where('mail_servers.version', '=', server.version - 1),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function removeServer(tx: Tx): Promise<void> {
  await tx.deleteFrom('mail_servers').execute();
}

const OK_NOTED_EVERY_MS = 60_000;

/** at most once a minute while all is well: a mail is no reason to write the same again */
export async function noteWorks(tx: Tx, { version, lastOkAt, failingSince }: StoredServer, at: Date): Promise<void> {
  if (failingSince === null && lastOkAt !== null && at.getTime() - lastOkAt.getTime() < OK_NOTED_EVERY_MS) return;
  await tx
    .updateTable('mail_servers')
    .set({ last_ok_at: at, failing_since: null, tried_at: at, last_error: null, told_at: null })
    .where('version', '=', version)
    .execute();
}

/** since when it fails; null where it is another one by now */
export async function noteTrouble(
  tx: Tx,
  { version }: StoredServer,
  { error, at }: { error: string; at: Date },
): Promise<Date | null> {
  const row = await tx
    .updateTable('mail_servers')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(at)), tried_at: at, last_error: error }))
    .where('version', '=', version)
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** true for whoever is first to tell of this failing */
export async function claimTold(tx: Tx, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('mail_servers')
    .set({ told_at: at })
    .where('told_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** true for whoever is first since `before` to tell of a mail that it refused */
export async function claimRefusalTold(tx: Tx, { before, at }: { before: Date; at: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('mail_servers')
    .set({ refusal_told_at: at })
    .where((eb) => eb.or([eb('refusal_told_at', 'is', null), eb('refusal_told_at', '<=', before)]))
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}
