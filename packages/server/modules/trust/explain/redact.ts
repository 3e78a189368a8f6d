// What one partner sees of an explanation. Nothing is blanked here: what he may see is named field by field, and all else stays.
import type { PublisherColumn } from '@tributary/contract';
import { maskedAddress } from '@tributary/contract/tracker/privacy';
import type { FactName, StepFact } from '@tributary/contract/tracker/replayed';
import type { ExplainedConversion, Explanation, SharedExplanation } from '@tributary/contract/trust/explain';
import type { ShareSide } from '@tributary/contract/trust/explain-words';

export interface ForWhom {
  side: ShareSide;
  /** the partner's account */
  ownerId: string;
  /** of a publisher: what the workspace keeps from all of them */
  withheld: readonly PublisherColumn[];
  /** offers whose payout is hidden from publishers */
  hiddenPayouts: ReadonlySet<string>;
}

/** the workspace's own lists, others' accounts and what tells who somebody is */
const ofNobody: readonly FactName[] = [
  'credit',
  'networks',
  'user_agents',
  'user_agent',
  'referrers',
  'sources',
  'destination',
  'deep_link_hosts',
  'cap',
];
const ofPublishers: readonly FactName[] = [
  'publisher',
  'publisher_status',
  'source',
  'referer',
  'link',
  'deep_link',
  'allowed',
  'blocked',
];
const inColumn: Partial<Record<PublisherColumn, readonly FactName[]>> = {
  country: ['country'],
  place: ['region', 'city', 'isp'],
  device: ['device', 'brand', 'os', 'os_version', 'browser', 'language'],
};

function factsFor({ side, withheld }: ForWhom): (facts: readonly StepFact[]) => StepFact[] {
  const dropped = new Set([
    ...ofNobody,
    ...(side === 'advertiser' ? ofPublishers : withheld.flatMap((column) => inColumn[column] ?? [])),
  ]);
  return (facts) =>
    facts
      .filter(({ name }) => !dropped.has(name))
      .map((fact) => (fact.name === 'ip' ? { ...fact, value: maskedAddress(fact.value) } : fact));
}

const traceOf = (trace: readonly { step: string; result: string }[]) =>
  // the step that prices a conversion says what both sides get
  trace.filter(({ step }) => step !== 'Amounts').map(({ step, result }) => ({ step, result }));

function conversionFor(row: ExplainedConversion, { side, withheld, hiddenPayouts }: ForWhom) {
  const isPublisher = side === 'publisher';
  const isShown = !isPublisher || !hiddenPayouts.has(row.offer.id);
  const leg = isPublisher ? 'payout' : 'revenue';
  const documents = row.documents.filter((document) => document.side === side);
  return {
    id: row.id,
    at: row.at,
    txn_id: isPublisher ? null : row.txn_id,
    goal: row.goal.name,
    status: row.status,
    reason: withheld.includes('conversion_reason') ? null : row.reason,
    amount: isShown ? row[leg] : null,
    currency: row.currency,
    trace: traceOf(row.trace),
    history: row.history
      .filter(({ after }) => after?.status !== undefined || after?.[leg] !== undefined)
      .map(({ at, after }) => ({ at, status: after?.status ?? null, amount: isShown ? (after?.[leg] ?? null) : null })),
    transfers: isShown
      ? row.transfers
          .filter((transfer) => transfer.leg === leg)
          .map(({ sequence, at, phase, amount, currency, hash }) => ({ sequence, at, phase, amount, currency, hash }))
      : [],
    deliveries: isPublisher
      ? (row.deliveries ?? [])
          .filter(({ kind }) => kind === 'postback')
          .map(({ at, event, state, attempts, last_status }) => ({ at, event, state, attempts, last_status }))
      : [],
    documents: documents.map(({ kind, state, number, due_on }) => ({ kind, state, number, due_on })),
    payments: isPublisher ? row.payments.map(({ state, at }) => ({ state, at })) : [],
  };
}

function eventFor(event: NonNullable<Explanation['event']>, { side, withheld }: ForWhom): SharedExplanation['event'] {
  const isPublisher = side === 'publisher';
  const kept = <T>(column: PublisherColumn, value: T): T | null => (withheld.includes(column) ? null : value);
  return {
    id: event.id,
    kind: event.kind,
    at: event.at,
    offer: event.offer && { number: event.offer.number, name: event.offer.name },
    verdict: event.verdict,
    is_unique: kept('unique_clicks', event.is_unique),
    network: event.ip === null ? null : maskedAddress(event.ip),
    country: kept('country', event.country),
    region: kept('place', event.region),
    city: kept('place', event.city),
    device_type: kept('device', event.device_type),
    os: kept('device', event.os),
    browser: kept('device', event.browser),
    language: kept('device', event.language),
    source: isPublisher ? event.source : null,
    params: isPublisher ? event.params : {},
  };
}

/** what belongs to another account is left out; an offer may have had another advertiser when it converted */
export function redact(whole: Explanation, whom: ForWhom, endsAt: number): SharedExplanation {
  const { side, ownerId } = whom;
  const isOwn = (row: { publisher: { id: string } | null; advertiser: { id: string } | null }): boolean =>
    row[side]?.id === ownerId;
  const facts = factsFor(whom);
  const event = whole.event && isOwn(whole.event) ? whole.event : null;
  const decision = event ? whole.decision : null;
  return {
    side,
    kind: whole.kind,
    id: whole.id,
    ends_at: endsAt,
    event: event && eventFor(event, whom),
    decision: decision && {
      class: decision.class,
      cause: decision.cause,
      recorded: decision.recorded,
      rebuilt: decision.rebuilt,
      agrees: decision.agrees,
      decided_by: decision.decided_by,
      steps: decision.steps.map((step) => ({ ...step, saw: facts(step.saw), rule: facts(step.rule) })),
    },
    receipts: whole.receipts
      .filter(isOwn)
      .map(({ at, kind, goal, outcome, trace }) => ({ at, kind, goal, outcome, trace: traceOf(trace) })),
    conversions: whole.conversions.filter(isOwn).map((row) => conversionFor(row, whom)),
  };
}
