// The only way to the database. A client is handed out inside a transaction that is bound to one tenant and one actor
// (`withTenant`) or to none (`withoutTenant`: row-level security then shows no tenant's rows at all).
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { DB } from './schema.gen.ts';

export type Tx = Transaction<DB>;

/** of which side's rows any are seen: all, or those alone that the actor is in charge of */
export interface ActorScope {
  publishers: 'all' | 'assigned';
  advertisers: 'all' | 'assigned';
}
export interface Actor {
  kind: 'system' | 'admin' | 'publisher' | 'advertiser';
  id: string | null;
  /** the system has one, too, where it works in a scoped person's name; without one everything is seen */
  scope?: ActorScope | undefined;
  /** classes of fields that the actor's role hides: he does not search by them (unless-hidden.ts) */
  hidden?: readonly string[] | undefined;
}
export const systemActor: Actor = { kind: 'system', id: null };

export interface Database {
  withTenant<R>(tenantId: string, actor: Actor, run: (tx: Tx) => Promise<R>): Promise<R>;
  withoutTenant<R>(run: (tx: Tx) => Promise<R>): Promise<R>;
  /** what stands against working with it, in words; null = nothing */
  trouble(): Promise<string | null>;
  /** calls waiting for a connection, for the metrics */
  waiting(): number;
  /** hears NOTIFY on a connection of its own, reconnecting when it breaks */
  listen(channel: string, heard: () => void): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  max?: number;
  name: string;
  log: Log;
  /** how long one statement may take; a recount of everything takes its time */
  statementMs?: number;
  /** how long one may wait for what another holds; as long as the statement may take where it is not said */
  lockMs?: number;
}

/** A connection that breaks while it is in use fails the query under way; unheard, its event would end the process, too. */
export function surviveLoss(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

const KEPT = '/* its plan is kept */';
/** At the head of a statement that runs all day and takes longer to plan than to run. Its text must not vary. */
export const keepPlan = sql.raw(KEPT);

/** by a name, the server plans a statement a few times and then keeps the plan for the connection */
const keepingPlans = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    return {
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's own words for what it asks of a driver
      query: (text: any, values?: readonly unknown[]): any =>
        typeof text === 'string' && text.includes(KEPT)
          ? client.query({ name: createHash('sha1').update(text).digest('hex'), text, values: [...(values ?? [])] })
          : client.query(text, values as unknown[]),
      release: () => client.release(),
    };
  },
  end: () => pool.end(),
});

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: `tributary-${options.name}`,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementMs ?? 30_000,
    ...(options.lockMs === undefined ? {} : { lock_timeout: options.lockMs }),
    idle_in_transaction_session_timeout: 60_000,
  });
  // an idle connection that breaks (server restarted) is replaced by the pool; without a listener it ends the process
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'));
  pool.on('connect', surviveLoss);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: keepingPlans(pool) }) });

  return {
    withTenant: (tenantId, actor, run) =>
      kysely.transaction().execute(async (tx) => {
        await sql`select set_config('app.tenant_id', ${tenantId}, true),
          set_config('app.actor_kind', ${actor.kind}, true), set_config('app.actor_id', ${actor.id ?? ''}, true),
          set_config('app.scope_publishers', ${settingOf(actor.scope?.publishers)}, true),
          set_config('app.scope_advertisers', ${settingOf(actor.scope?.advertisers)}, true),
          set_config('app.hidden', ${(actor.hidden ?? []).join(' ')}, true)`.execute(tx);
        return run(tx);
      }),
    withoutTenant: (run) => kysely.transaction().execute(run),
    trouble: () =>
      kysely
        .transaction()
        .execute(spill)
        .then(() => null, nameTrouble),
    waiting: () => pool.waitingCount,
    listen: (channel, heard) => listen(url, channel, heard, options.log),
    close: () => kysely.destroy(),
  };
}

/** empty is all, and any word closes: what is not known to be all is not */
const settingOf = (reach: ActorScope['publishers'] | undefined): string =>
  reach === undefined || reach === 'all' ? '' : reach;

/** from here on the transaction sees what this person may see: for what the system reads in somebody's name */
export async function narrowTo(tx: Tx, { id, scope }: { id: string; scope: ActorScope }): Promise<void> {
  await sql`select set_config('app.actor_id', ${id}, true),
    set_config('app.scope_publishers', ${settingOf(scope.publishers)}, true),
    set_config('app.scope_advertisers', ${settingOf(scope.advertisers)}, true)`.execute(tx);
}

/** one look through this person's eyes; what the transaction saw before it sees again after */
export async function withinScope<R>(
  tx: Tx,
  person: { id: string; scope: ActorScope },
  run: () => Promise<R>,
): Promise<R> {
  const { rows } = await sql<Record<'id' | 'publishers' | 'advertisers', string | null>>`
    select current_setting('app.actor_id', true) as id, current_setting('app.scope_publishers', true) as publishers,
      current_setting('app.scope_advertisers', true) as advertisers`.execute(tx);
  await narrowTo(tx, person);
  const result = await run();
  await sql`select set_config('app.actor_id', ${rows[0]?.id ?? ''}, true),
    set_config('app.scope_publishers', ${rows[0]?.publishers ?? ''}, true),
    set_config('app.scope_advertisers', ${rows[0]?.advertisers ?? ''}, true)`.execute(tx);
  return result;
}

/** one step that a scope would forbid, such as making the account that will be in it; the scope stands again after */
export async function beyondScope<R>(tx: Tx, run: () => Promise<R>): Promise<R> {
  const { rows } = await sql<{ publishers: string | null; advertisers: string | null }>`
    select current_setting('app.scope_publishers', true) as publishers,
      current_setting('app.scope_advertisers', true) as advertisers,
      set_config('app.scope_publishers', '', true), set_config('app.scope_advertisers', '', true)`.execute(tx);
  const result = await run();
  await sql`select set_config('app.scope_publishers', ${rows[0]?.publishers ?? ''}, true),
    set_config('app.scope_advertisers', ${rows[0]?.advertisers ?? ''}, true)`.execute(tx);
  return result;
}

/** a table read from memory says nothing of the disk: this has the server put some hundred kilobytes there and take them away */
async function spill(tx: Tx): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(tx);
  await sql`select count(*) from generate_series(1, 20000)`.execute(tx);
}

const OUT_OF_ROOM = ['53100', '53400'];
const nameTrouble = (error: unknown): string =>
  error instanceof pg.DatabaseError && OUT_OF_ROOM.includes(error.code ?? '')
    ? 'the disk of the database is full'
    : 'the database cannot be reached';

async function listen(url: string, channel: string, heard: () => void, log: Log): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: `tributary-listen-${channel}` });
    const again = () => {
      if (!closed && client === next) {
        client = undefined;
        setTimeout(() => void connect(), 500).unref();
      }
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', heard);
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      heard();
    } catch (error) {
      log.warn({ err: error, channel }, 'cannot listen yet');
      again();
    }
  };
  await connect();
  return {
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
