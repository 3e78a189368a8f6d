// The intake's way to the database: one transaction into which COPY text streams. Staging tables are temporary and
// per connection, because PostgreSQL refuses COPY into a table under row-level security.
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import { surviveLoss } from './database.ts';

export interface IntakeTransaction {
  /** COPY text, as it stands in the frame */
  copy(table: string, columns: readonly string[], payload: Uint8Array): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** from here on the transaction sees this tenant, as row-level security does */
  bindTenant(tenantId: string): Promise<void>;
}

export interface IntakeDatabase {
  transaction<R>(run: (tx: IntakeTransaction) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

export function openIntake(url: string, prepare: string, log: Log, max = 4): IntakeDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tributary-intake',
    statement_timeout: 60_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle intake connection broke'));
  pool.on('connect', surviveLoss);
  const prepared = new WeakSet<pg.PoolClient>();
  return {
    transaction: async (run) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        if (!prepared.has(client)) {
          await client.query(prepare);
          prepared.add(client);
        }
        await client.query('begin');
        const result = await run(onClient(client));
        await client.query('commit');
        return result;
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        // a connection that failed inside COPY may be out of step: it is not used again
        client.release(broken !== undefined);
      }
    },
    close: () => pool.end(),
  };
}

const onClient = (client: pg.PoolClient): IntakeTransaction => ({
  copy: async (table, columns, payload) => {
    const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    const finished = once(stream, 'finish');
    stream.end(payload);
    await finished;
  },
  query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
  bindTenant: async (tenantId) => {
    await client.query(`select set_config('app.tenant_id', $1, true), set_config('app.actor_kind', 'system', true)`, [
      tenantId,
    ]);
  },
});
