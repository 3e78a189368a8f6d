// Single clicks and impressions. Row-level security binds each statement to the tenant of its transaction.
import { eventColumns } from '@tributary/contract/tracker/spool-record';
import { sql } from 'kysely';
import { clickColumns, type EventReader, type ScannedEvent, textsOf } from '../reader.ts';
import { ofVisitor } from '../visitor.ts';

/** the id says when it was, so only that day's partition is looked at */
export const clickById: EventReader['clickById'] = async (tx, _tenantId, clickId, at) => {
  const row = await tx
    .selectFrom('events')
    .select(clickColumns)
    .where('event_id', '=', clickId)
    .where('at', '=', at)
    .where('kind', '=', 'click')
    .executeTakeFirst();
  return row ? { ...row, params: textsOf(row.params) } : null;
};

export const eventById: EventReader['eventById'] = async (tx, _tenantId, eventId, at) => {
  const row = await tx
    .selectFrom('events')
    .select(['kind', ...eventColumns])
    .where('event_id', '=', eventId)
    .where('at', '=', at)
    .executeTakeFirst();
  if (!row) return null;
  const { tenant_id: _tenant, ...event } = row;
  return { ...event, params: textsOf(event.params) };
};

export const clicksOfLots: EventReader['clicksOfLots'] = async (tx, tenantId, lots, { start, end }) => {
  const { rows } = await sql<{ lot: string; spent: string }>`
    select lot, count(*) as spent from events, unnest(string_to_array(cap_lots, ',')) lot
    where tenant_id = ${tenantId} and kind = 'click' and at >= ${start} and at < ${end} and lot = any(${[...lots]}::text[])
    group by lot`.execute(tx);
  return new Map(rows.map(({ lot, spent }) => [lot, Number(spent)]));
};

const isOfVisitor = ofVisitor({ click: 'event_id', is: ['sub_source'], holds: ['params'], within: ['referer'] });

const PAGE = 1_000;

/** by keyset over (at, event_id): a page costs the same wherever it lies, and rows that come meanwhile move no page */
export const scan: EventReader['scan'] = async (tx, _tenantId, range, filter, cursor, limit = PAGE) => {
  let query = tx
    .selectFrom('events')
    .select(['kind', ...eventColumns])
    .where('at', '>=', range.start)
    .where('at', '<', range.end);
  for (const name of ['kind', 'offer', 'publisher', 'verdict'] as const) {
    const wanted = filter[name];
    if (wanted !== undefined) query = query.where(name, '=', wanted);
  }
  if (filter.visitor) query = query.where(isOfVisitor(filter.visitor));
  if (cursor) {
    query = query
      .where('at', '>=', sql<Date>`${cursor.at}::timestamptz`)
      .where(sql<boolean>`(at, event_id) > (${cursor.at}::timestamptz, ${cursor.eventId})`);
  }
  const found = await query
    .select(sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('exactly'))
    .orderBy('at')
    .orderBy('event_id')
    .limit(limit)
    .execute();
  const last = found.length < limit ? undefined : found.at(-1);
  return {
    rows: found.map(
      ({ exactly: _exactly, tenant_id: _tenant, params, ...row }): ScannedEvent => ({
        ...row,
        params: textsOf(params),
      }),
    ),
    next: last ? { at: last.exactly, eventId: last.event_id } : null,
  };
};
