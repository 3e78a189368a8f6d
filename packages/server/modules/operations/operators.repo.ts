// Operators and their sessions, as the operator's own database role. Only the hash of a session's secret is stored.
import type { Tx } from '../../platform/db/database.ts';

export interface Operator {
  id: string;
  email: string;
  password_hash: string;
}

const sameAddress = (email: string): string => email.trim().toLowerCase();

export async function findOperator(tx: Tx, email: string): Promise<Operator | null> {
  const row = await tx
    .selectFrom('operators')
    .select(['id', 'email', 'password_hash'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', sameAddress(email)))
    .executeTakeFirst();
  return row ?? null;
}

export async function operatorEmails(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('operators').select('email').orderBy('email').execute();
  return rows.map((row) => row.email);
}

export async function operatorsWithPasswords(tx: Tx): Promise<Operator[]> {
  return tx.selectFrom('operators').select(['id', 'email', 'password_hash']).orderBy('email').execute();
}

/** false where the address is an operator's already */
export async function addOperator(tx: Tx, operator: Operator & { at: Date }): Promise<boolean> {
  const result = await tx
    .insertInto('operators')
    .values({
      id: operator.id,
      email: operator.email.trim(),
      password_hash: operator.password_hash,
      created_at: operator.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function setOperatorPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('operators').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

export async function removeOperators(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('operator_sessions').where('operator_id', 'in', ids).execute();
  await tx.deleteFrom('operators').where('id', 'in', ids).execute();
}

export interface NewOperatorSession {
  id: string;
  operatorId: string;
  hash: Buffer;
  at: Date;
  expiresAt: Date;
  ip: string;
}

/** long-ended sessions of the same operator go with it: there is no other upkeep of this table */
export async function addOperatorSession(tx: Tx, session: NewOperatorSession): Promise<void> {
  await tx
    .deleteFrom('operator_sessions')
    .where('operator_id', '=', session.operatorId)
    .where('expires_at', '<', session.at)
    .execute();
  await tx
    .insertInto('operator_sessions')
    .values({
      id: session.id,
      operator_id: session.operatorId,
      token_hash: session.hash,
      created_at: session.at,
      last_seen_at: session.at,
      expires_at: session.expiresAt,
      ip: session.ip,
    })
    .execute();
}

export interface OperatorSession {
  id: string;
  last_seen_at: Date;
  operator_id: string;
  email: string;
}

export async function findOperatorSession(
  tx: Tx,
  hash: Buffer,
  at: Date,
  idleSince: Date,
): Promise<OperatorSession | null> {
  const row = await tx
    .selectFrom('operator_sessions as s')
    .innerJoin('operators as o', 'o.id', 's.operator_id')
    .select(['s.id', 's.last_seen_at', 's.operator_id', 'o.email'])
    .where('s.token_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .where('s.last_seen_at', '>', idleSince)
    .executeTakeFirst();
  return row ?? null;
}

export async function touchOperatorSession(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('operator_sessions').set({ last_seen_at: at }).where('id', '=', id).execute();
}

export async function endOperatorSession(tx: Tx, hash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('operator_sessions').set({ ended_at: at }).where('token_hash', '=', hash).execute();
}

export async function endOperatorSessions(tx: Tx, operatorId: string, at: Date): Promise<void> {
  await tx
    .updateTable('operator_sessions')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute();
}
