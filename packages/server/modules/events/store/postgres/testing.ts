// For tests only: what lies in the tables of the PostgreSQL driver, counted in another way than the driver counts, and what
// somebody with the owner's rights could do to it.
import { openIntake } from '../../../../platform/db/intake-connection.ts';
import { quietLog, type TestDatabase } from '../../../../platform/testing.ts';
import type { Inspect } from '../../testing.ts';
import { prepareStages, stageOf } from '../sql.ts';
import type { EventAppender } from '../store.ts';
import { postgresAppender } from './append.ts';

const one = (table: string): string => `ctid = (select ctid from ${table} limit 1)`;

const oneOf = (table: string): string => `ctid = (select ctid from ${table} where tenant_id = $1 limit 1)`;
const firstWith = (verdict: string): string =>
  `event_id = (select min(event_id) from events where tenant_id = $1 and verdict = '${verdict}')`;

/** of tenant $1; what has no way back is mended by a rebuild of its day */
export const eventsToMend: [what: string, statement: string, back: string | null][] = [
  [
    'a click’s row',
    `update events set verdict = 'duplicate' where tenant_id = $1 and ${firstWith('accepted')}`,
    `update events set verdict = 'accepted' where tenant_id = $1 and verdict = 'duplicate'`,
  ],
  ['a refused click’s row, gone', `delete from events where tenant_id = $1 and ${firstWith('bot')}`, null],
  ['a rollup by day', `update rollup_day set clicks = clicks + 1 where ${oneOf('rollup_day')}`, null],
  ['a rollup by time', `update rollup_time set clicks = clicks + 3 where ${oneOf('rollup_time')}`, null],
  ['a rollup by quarter hour', `delete from rollup_quarter where ${oneOf('rollup_quarter')}`, null],
  [
    'a rollup by offer and publisher',
    `update rollup_offer_publisher set clicks = clicks + 3 where ${oneOf('rollup_offer_publisher')}`,
    null,
  ],
];

/** each must be found by a check of the rollups or of what was booked by them */
export const eventsChangedByHand: [what: string, statement: string][] = [
  ['a click’s row, gone', `delete from events where ${one('events')}`],
  ['a click’s verdict', `update events set verdict = 'bot' where ${one('events')}`],
  ['a click’s publisher', `update events set publisher = publisher + 1 where ${one('events')}`],
  [
    'a rollup of clicks by quarter hour',
    `update rollup_quarter set clicks = clicks + 1 where ${one('rollup_quarter')}`,
  ],
  ['a rollup of clicks by day', `update rollup_day set unique_clicks = 0 where ${one('rollup_day')}`],
  ['a rollup of clicks by source', `update rollup_source set clicks = clicks - 1 where ${one('rollup_source')}`],
  ['a rollup of clicks by offer', `delete from rollup_offer where ${one('rollup_offer')}`],
  ['a rollup of clicks by country', `update rollup_country set billable_clicks = 0 where ${one('rollup_country')}`],
  [
    'the billed impressions of a day',
    `update rollup_offer_publisher set billable_impressions = billable_impressions + 1 where ${one('rollup_offer_publisher')}`,
  ],
  ['a rollup of clicks by time', `update rollup_time set impressions = 5 where ${one('rollup_time')}`],
];

const bucket = `date_bin('15 minutes', e.at, 'epoch')`;
const day = '(e.at at time zone t.rollup_zone)::date';
const [offer, publisher, country] = ['coalesce(offer, 0)', 'coalesce(publisher, 0)', `coalesce(country, '')`];
const all = [offer, publisher, country, `coalesce(device_type, '')`, `coalesce(os, '')`, 'verdict'];
const counts = [
  `count(*) filter (where kind = 'impression')`,
  `count(*) filter (where kind = 'click')`,
  `count(*) filter (where kind = 'click' and is_unique)`,
];
const narrow = [
  ...counts,
  `count(*) filter (where kind = 'click' and verdict not in ('accepted', 'head', 'prefetch', 'preview', 'bot', 'embedded'))`,
  `count(*) filter (where kind = 'click' and verdict = 'accepted')`,
  `count(*) filter (where kind = 'impression' and verdict = 'accepted')`,
];
const sumNames = [
  'impressions',
  'clicks',
  'unique_clicks',
  'invalid_clicks',
  'billable_clicks',
  'billable_impressions',
];
const rollups: Record<string, { keys: Record<string, string>; sums: string[] }> = {
  rollup_quarter: { keys: named('bucket', bucket), sums: counts },
  rollup_day: { keys: named('day', day), sums: counts },
  rollup_source: { keys: { day, offer, publisher, source: `coalesce(source, '')` }, sums: narrow },
  rollup_offer_publisher: { keys: { day, offer, publisher }, sums: narrow },
  rollup_offer: { keys: { day, offer }, sums: narrow },
  rollup_publisher: { keys: { day, publisher }, sums: narrow },
  rollup_country: { keys: { day, country }, sums: narrow },
  rollup_time: { keys: { bucket }, sums: narrow },
};
function named(first: string, value: string): Record<string, string> {
  const names = ['offer', 'publisher', 'country', 'device', 'os', 'verdict'];
  return { [first]: value, ...Object.fromEntries(names.map((name, at) => [name, all[at] ?? ''])) };
}

/**
 * The same tables behind a connection of its own: it cannot join the intake's transaction, and knows a piece again by where it
 * begins. `lose` is asked after each append whether its answer gets lost on the way.
 */
export async function apartFromIntake(
  database: TestDatabase,
  url: string,
  lose: () => boolean,
): Promise<EventAppender> {
  await database.asOwner(
    `create table if not exists known_pieces (tracker text, segment bigint, starts bigint, primary key (tracker, segment, starts))`,
  );
  await database.asOwner('grant select, insert on known_pieces to tributary_intake');
  const own = openIntake(url, prepareStages, quietLog);
  return {
    joins: false,
    partitions: postgresAppender.partitions,
    append: async (tx, piece) => {
      const stages = [stageOf.click, stageOf.impression];
      const rows = stages.map(
        (stage) => `(select coalesce(jsonb_agg(to_jsonb(s)), '[]')::text from ${stage} s) as ${stage}`,
      );
      const [staged] = await tx.query<Record<string, string>>(`select ${rows.join(', ')}`);
      await own.transaction(async (apart) => {
        const isNew = await apart.query(
          'insert into known_pieces values ($1, $2, $3) on conflict do nothing returning segment',
          [piece.tracker, piece.segment, piece.from],
        );
        if (isNew.length === 0) return;
        for (const stage of stages) {
          await apart.query(`insert into ${stage} select * from jsonb_populate_recordset(null::${stage}, $1)`, [
            staged?.[stage],
          ]);
        }
        await postgresAppender.append(apart, piece);
      });
      if (lose()) throw new Error('the answer was lost');
    },
    close: () => own.close(),
  };
}

export function inspectPostgres(database: TestDatabase): Inspect {
  const count = async (query: string, values: unknown[] = []): Promise<number> =>
    Number((await database.asOwner<{ n: string | null }>(`select (${query}) as n`, values))[0]?.n ?? 0);
  return {
    rowsOf: (tenant) => count('select count(*) from events where tenant_id = $1', [tenant]),
    clicksInQuarter: (tenant, at) =>
      count('select sum(clicks) from rollup_quarter where tenant_id = $1 and bucket = $2', [tenant, at]),
    clicksOfDay: (tenant, date) =>
      count('select sum(clicks) from rollup_day where tenant_id = $1 and day = $2', [tenant, date]),
    dayRows: () => count('select count(*) from rollup_day'),
    wrongRollups: async () => {
      const wrong: string[] = [];
      for (const [rollup, { keys, sums }] of Object.entries(rollups)) {
        const kept = `select tenant_id, ${Object.keys(keys).join(', ')}, ${sumNames.slice(0, sums.length).join(', ')} from ${rollup}`;
        const places = ['e.tenant_id', ...Object.values(keys)].join(', ');
        const recounted = `select ${places}, ${sums.join(', ')} from events e join tenants t on t.id = e.tenant_id group by ${places}`;
        const differing = `select count(*) from ((${kept} except ${recounted}) union all (${recounted} except ${kept})) x`;
        if ((await count(differing)) > 0) wrong.push(rollup);
      }
      return wrong;
    },
    dropRows: async (tenant, start, end) => {
      await database.asOwner('delete from events where tenant_id = $1 and at >= $2 and at < $3', [tenant, start, end]);
    },
    spoil: async (tenant, date) => {
      const where = 'where tenant_id = $1 and day = $2';
      await database.asOwner(`update rollup_day set clicks = clicks + 7, impressions = 0 ${where}`, [tenant, date]);
      await database.asOwner(`delete from rollup_offer ${where}`, [tenant, date]);
      await database.asOwner(`update rollup_source set clicks = 0 ${where}`, [tenant, date]);
    },
    sources: (tenant) =>
      database.asOwner(
        `select to_char(day, 'YYYY-MM-DD') as day, source, sum(clicks)::int as clicks from rollup_source
         where tenant_id = $1 group by 1, 2 having sum(clicks) > 0 order by 1, 2`,
        [tenant],
      ),
    days: (tenant) =>
      database.asOwner(
        `select to_char(day, 'YYYY-MM-DD') as day, sum(clicks)::int as clicks, sum(impressions)::int as impressions
         from rollup_day where tenant_id = $1 group by 1 order by 1`,
        [tenant],
      ),
    tenantsSeen: async (tenant) => {
      const app = database.open('app');
      const rows = await app.withTenant(tenant, { kind: 'system', id: null }, (tx) =>
        tx.selectFrom('events').select('tenant_id').distinct().execute(),
      );
      return rows.map((row) => row.tenant_id);
    },
  };
}
