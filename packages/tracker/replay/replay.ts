// What the live steps say of a click or impression that was decided before: its stored row, the configuration of its moment,
// the same code. What a step asks of memory or of tables that have changed since (places, visitors, caps, rates, headers that
// are not kept) is answered from the row itself; such steps are told apart, since they can only agree.
import type { Replayed, ReplayedStep, StepName } from '@tributary/contract/tracker/replayed';
import { Click } from '../click.ts';
import { Devices } from '../lookups/device.ts';
import { NO_PLACE } from '../lookups/geo.ts';
import { parseAddress } from '../lookups/network.ts';
import { askEachStep, clickSteps, decideClick, decideImpression, impressionSteps } from '../pipeline.ts';
import type { Snapshot, Tenant } from '../snapshot/snapshot.ts';
import { Query } from '../transport/query.ts';
import type { TrackerRequest } from '../transport/transport.ts';
import type { Step, World } from '../world.ts';
import { factsOf } from './facts.ts';

/** by the columns of contract/tracker/spool-record.ts, as the event store hands them out; absent is null */
export interface StoredRow {
  kind: 'click' | 'impression';
  event_id: string;
  /** as a date's text */
  at: string;
  offer: number | null;
  publisher: number | null;
  landing: number | null;
  link_code: string | null;
  verdict: string;
  is_unique: boolean | null;
  cap_lots: string | null;
  tracking_host: string | null;
  ip: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  zip: string | null;
  isp: string | null;
  asn: string | number | null;
  is_hosting: boolean | null;
  user_agent: string | null;
  language: string | null;
  referer: string | null;
  source: string | null;
  sub_source: string | null;
  params: Readonly<Record<string, string>>;
}

const devices = new Devices();
const RECORDED = new Set(['geo', 'velocity', 'caps', 'repeat']);
/** marks that come from headers which no row keeps */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prefetch: { 'sec-purpose': 'prefetch' },
  embedded: { 'sec-fetch-dest': 'image' },
};

export function replayRow(snapshot: Snapshot, tenantNumber: number, row: StoredRow): Replayed {
  const tenant = snapshot.tenants.get(tenantNumber);
  if (!tenant) throw new RangeError(`the configuration has no tenant ${tenantNumber}`);
  const world = worldOf(row);
  const [click, asked] = [clickOf(row, tenant, snapshot.version), clickOf(row, tenant, snapshot.version)];
  const isClick = row.kind === 'click';
  if (isClick) decideClick(click, world);
  else decideImpression(click, world);
  return {
    id: row.event_id,
    verdict: click.verdict,
    stored: row.verdict,
    isShortened: tenant.privacy?.concerns(row.country ?? '') ?? false,
    sentTo: click.sentTo,
    location: click.location,
    steps: stepsOf(isClick ? clickSteps : impressionSteps, asked, world, (name) => name === 'bot' && isHeaderMark(row)),
  };
}

/** what each step says of the click, which is spent by it */
export const stepsOf = (
  steps: readonly Step[],
  asked: Click,
  world: World,
  isRecorded: (step: StepName) => boolean,
): ReplayedStep[] =>
  askEachStep(steps, asked, world, (name) => factsOf(name, asked)).map(({ name, result, said }) => ({
    step: name,
    // what a header or a user agent marks is answered, and not billed
    result: typeof result === 'string' ? result : name === 'bot' ? (asked.mark ?? 'ok') : 'ok',
    from: RECORDED.has(name) || isRecorded(name) ? 'recorded' : 'rule',
    ...said,
  }));

const isHeaderMark = ({ verdict }: StoredRow): boolean => verdict === 'head' || Object.hasOwn(HEADERS, verdict);

function clickOf(row: StoredRow, tenant: Tenant, version: number): Click {
  const at = Date.parse(row.at);
  const click = new Click(row.kind, requestOf(row), queryOf(row), tenant, row.tracking_host ?? '', at, version);
  click.code = row.link_code ?? '';
  return click;
}

function requestOf(row: StoredRow): TrackerRequest {
  const headers: Record<string, string | null> = {
    'user-agent': row.user_agent,
    'accept-language': row.language,
    referer: row.referer === null ? null : `https://${row.referer}`,
    ...HEADERS[row.verdict],
  };
  return {
    method: row.verdict === 'head' ? 'HEAD' : 'GET',
    target: '/',
    header: (name) => (Object.hasOwn(headers, name) ? (headers[name] ?? undefined) : undefined),
    peer: row.ip ?? '',
    body: '',
  };
}

/** what was asked for, as far as the row keeps it: presets of a link stand in it like values of the request */
function queryOf(row: StoredRow): Query {
  const values: Record<string, string | number | null> = {
    camp_id: row.offer,
    publisher_id: row.publisher,
    url_id: row.landing,
    source: row.source,
    sub_source: row.sub_source,
    ...row.params,
  };
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return new Query(pairs.join('&'), { url: 2048 });
}

function worldOf(row: StoredRow): World {
  const place = {
    ...NO_PLACE,
    region: row.region ?? '',
    city: row.city ?? '',
    zip: row.zip ?? '',
    isp: row.isp ?? '',
    asn: Number(row.asn ?? 0),
    hosting: row.is_hosting ?? false,
  };
  const address = parseAddress(row.ip ?? '');
  return {
    clientIp: { of: () => address && { address, text: row.ip ?? '' } },
    geo: { country: () => row.country ?? '', place: () => place },
    devices,
    // a click that was refused before visitors were looked at would have been anybody's first
    visitors: { claim: () => row.is_unique ?? row.verdict !== 'duplicate' },
    velocity: { isFlood: () => row.verdict === 'click_spam' },
    leases: {
      state: (cap) => {
        if (row.verdict === 'cap_unknown') return 'unknown';
        return row.verdict === 'cap_reached' && (row.cap_lots ?? cap) === cap ? 'reached' : 'available';
      },
      spend: () => '',
    },
    mintId: () => row.event_id,
  };
}
