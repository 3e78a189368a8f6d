// For tests only: what the database's own catalog says about the walls between tenants. Each function returns its
// findings as sentences; none is the only good answer.
import type pg from 'pg';

/** belong to no tenant; what they hold is the platform's own */
export const tablesWithoutTenant = [
  'contact_messages',
  'intake_positions',
  'intake_quarantine',
  'operator_sessions',
  'operators',
  'schema_migrations',
  'snapshot_state',
  'tenants',
  'trackers',
];

/** policies that open a wall for one role on purpose, and why */
export const openings: Record<string, string> = {
  'outbox.relay → tributary_worker': 'the relay takes every tenant’s events',
  'outbox.operated → tributary_operator':
    'the operator’s changes are events for the trackers (insert of that topic only)',
  'jobs.relay → tributary_worker': 'workers claim every tenant’s jobs; a job itself runs bound to its tenant',
  'audit_log.operated → tributary_operator': 'the operator’s changes are written into the tenant’s trail (insert only)',
  'snapshot_entities.publishing → tributary_worker': 'the snapshot that trackers read spans all tenants',
  'snapshot_history.publishing → tributary_worker': 'what trackers have known is pruned for all tenants at once',
  'cap_windows.leasing → tributary_worker': 'lots are granted to trackers, which serve all tenants',
  'offer_caps.leasing → tributary_worker': 'caps are leased to trackers, which serve all tenants (read only)',
  'cap_lots.leasing → tributary_worker': 'lots are granted to trackers, which serve all tenants',
  'caps_reached.leasing → tributary_worker': 'leasing asks for all tenants which caps are known as reached',
  'receipt_queue.sweep → tributary_worker': 'a timer finds which tenants have receipts waiting; ids and times only',
  'conversion_timers.sweep → tributary_worker': 'a timer finds which tenants have something due; ids and times only',
  'saved_reports.sweep → tributary_worker':
    'a timer finds which schedules are due; each report runs bound to its tenant',
  'tenant_domains.due → tributary_worker':
    'the daily check finds which domains are due; each is checked bound to its tenant',
  'trial_requests.answer_repeats → tributary_worker':
    'a repeated trial is answered by a job that must find whose it was',
  'tenant_usage.operated → tributary_operator': 'the operator sees what each plan has used',
  'mails.failures → tributary_operator': 'the operator sees which mails failed, never their text',
};

/** unique without tenant_id, although no uuid and no hash of a secret: why a collision tells nothing */
export const globalKeys: Record<string, string> = {
  jobs_outbox_id_handler_key: 'the uuid of the event and the name of our own handler',
  lots_by_name: 'a random name, made by the server',
  tenant_domains_verified: 'a proven domain has one owner, and everybody can see whose pages it shows',
  trial_by_email: 'one trial for an address; a repeat gets the same answer as a first',
};

/** tables that name a person and yet are not scoped to the actor, and why */
export const unscoped: Record<string, string> = {
  audit_log: 'written by everyone, read only through the account managers’ routes',
};

/** functions that run with their owner's rights, and why that opens nothing */
export const ownersFunctions: Record<string, string> = {
  ensure_event_partition: 'makes an empty partition behind the same wall as its parent, and nothing else',
};

export interface TenantTable {
  name: string;
  columns: string[];
}

export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname having 'tenant_id' = any(array_agg(a.attname::text)) order by 1`);
  return rows;
}

const TENANT = `(NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid`;
const WALL = `(tenant_id = ${TENANT})`;
/** the same, asked once per statement (migration 0020) */
const WALL_ASKED_ONCE = `(tenant_id = ( SELECT ${TENANT} AS "nullif"))`;

export async function tableFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `with walled as (
      select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'))
    select relname || ' has no row-level security' as fault from walled where not relrowsecurity
    union all
    select relname || ' does not force row-level security on its owner' from walled where not relforcerowsecurity
    union all
    select relname || ' has no tenant wall' from walled where not exists (
      select from pg_policy p where p.polrelid = walled.oid and p.polpermissive and p.polcmd = '*' and p.polroles = '{0}'
        and pg_get_expr(p.polwithcheck, p.polrelid) = $2 and pg_get_expr(p.polqual, p.polrelid) in ($2, $3))
    union all
    select relname || ' is a materialised view: row-level security does not reach it' from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'm'
    union all
    select relname || ' is a view without security_invoker' from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce('security_invoker=true' = any(reloptions), false)
    union all
    select proname || ' runs with its owner''s rights' from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and not proname = any($1)`,
    [Object.keys(ownersFunctions), WALL, WALL_ASKED_ONCE],
  );
  return rows.map((row) => row.fault);
}

/** permissive policies beside the wall itself: each widens it for someone */
export async function widenings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ opening: string }>(`
    select tablename || '.' || policyname || ' → ' || array_to_string(roles, ', ') as opening from pg_policies
    where schemaname = 'public' and permissive = 'PERMISSIVE' and tablename <> 'tenants'
      and not (policyname = 'tenant_wall' and roles = '{public}') order by 1`);
  return rows.map((row) => row.opening);
}

/** for which statements a policy beside the wall opens a table to a role: "offer_caps tributary_worker SELECT" */
export async function openedStatements(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ opened: string }>(`
    select tablename || ' ' || role || ' ' || cmd as opened from pg_policies, unnest(roles) as role
    where schemaname = 'public' and permissive = 'PERMISSIVE' and policyname <> 'tenant_wall'`);
  return new Set(rows.map((row) => row.opened));
}

export async function foreignKeyFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(`
    with keys as (
      select c.conname, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
        (select array_agg(attname::text) from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey)) as mine,
        (select array_agg(attname::text) from pg_attribute where attrelid = c.confrelid and attnum = any(c.confkey)) as theirs
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace)
    select child || ' → ' || parent || ' (' || conname || ') does not carry tenant_id' as fault from keys
    where exists (select from information_schema.columns where table_name = parent and column_name = 'tenant_id')
      and not ('tenant_id' = any(mine) and 'tenant_id' = any(theirs))`);
  return rows.map((row) => row.fault);
}

/** unique keys of tenant tables that carry no tenant_id and are neither a uuid nor a hash */
export async function globalKeysFound(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and exists (select from pg_attribute where attrelid = i.indrelid and attname = 'tenant_id')
      and not exists (select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'tenant_id' and a.attnum = any(i.indkey))
      and not (i.indnkeyatts = 1 and exists (select from pg_attribute a where a.attrelid = i.indrelid
        and a.attnum = i.indkey[0] and a.atttypid in ('uuid'::regtype, 'bytea'::regtype)))
    order by 1`);
  return rows.map((row) => row.name);
}

/** tables whose rows are kept from people inside the tenant, with the column that says whose they are, if any */
export async function scopedTables(client: pg.Client): Promise<{ name: string; column: string | null }[]> {
  const { rows } = await client.query<{ name: string; column: string | null }>(`
    select tablename as name, substring(qual from '(\\w+) = .{0,12}NULLIF\\(current_setting\\(.app\\.actor_id') as column
    from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE' and policyname not like 'data_scope%' order by 1`);
  return rows;
}

/** tables that refer to a user, scoped or not */
export async function tablesOfPeople(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct table_name::text as name from information_schema.columns where table_schema = 'public'
      and column_name in ('user_id', 'publisher_id', 'advertiser_id', 'actor_id') order by 1`);
  return rows.map((row) => row.name);
}

/** columns by which a row is somebody's, or belongs to something that is */
const ACCOUNT_COLUMNS = [
  'account_id',
  'actor_id',
  'advertiser',
  'advertiser_id',
  'cap_id',
  'click_id',
  'conversion_id',
  'delivery_id',
  'object_id',
  'offer',
  'offer_id',
  'owner_id',
  'publisher',
  'publisher_id',
  'receipt_id',
  'subject_id',
  'user_id',
];

/** tables that name an account, or something of one, and carry no policy of the data scope: why nothing is seen there */
export const outsideScope: Record<string, string> = {};

/** tables whose rows are somebody's, by their columns or by a foreign key */
export async function tablesOfAccounts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
       and (exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = any($1))
         or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
           and k.confrelid in ('users'::regclass, 'offers'::regclass, 'conversions'::regclass)))
     order by 1`,
    [ACCOUNT_COLUMNS],
  );
  return rows.map((row) => row.name);
}

export async function tablesInScope(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_policies where schemaname = 'public' and policyname = 'data_scope' order by 1`,
  );
  return rows.map((row) => row.name);
}
