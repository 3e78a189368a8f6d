// Why a click or impression ended as it did: its stored row and the configuration that it names go through the tracker's own
// steps again. What is stored stays the truth; how far the steps can speak for it is said beside it.
import type { Replayed } from '@tributary/contract/tracker/replayed';
import { isVerdict, type VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Decision } from '@tributary/contract/trust/explain';
import type { CauseName } from '@tributary/contract/trust/explain-words';
import type { Actor, Database } from '../../../platform/db/database.ts';
import type { ScannedEvent } from '../../events/index.ts';
import { configurationAt } from '../../tracking/index.ts';
import type { ReplayAnswer, ReplayProgram } from './replay-program.ts';

export interface ReplayDeps {
  /** the worker's: what trackers knew is nobody else's to read */
  pipeline: Database;
  replay: ReplayProgram;
}

/** verdicts that rest on what a tracker remembered, or on headers that no row keeps: the row can only repeat them */
const fromMemory: Partial<Record<VerdictName, CauseName>> = {
  cap_reached: 'cap_lot',
  cap_unknown: 'cap_lot',
  duplicate: 'visitor_memory',
  click_spam: 'flood_memory',
  head: 'header_marks',
  prefetch: 'header_marks',
  embedded: 'header_marks',
};

/** null: by rules and stored values alone */
export function causeOf(
  event: Pick<ScannedEvent, 'verdict' | 'ip' | 'user_agent'>,
  replayed: Replayed,
): CauseName | null {
  const agrees = replayed.verdict === event.verdict;
  const memory = isVerdict(event.verdict) ? fromMemory[event.verdict] : undefined;
  if (memory) return memory;
  if (agrees) return null;
  if (event.ip === null && event.user_agent === null) return 'data_erased';
  const shield = event.verdict.startsWith('shield_') || replayed.verdict.startsWith('shield_');
  return shield && replayed.isShortened ? 'address_shortened' : 'rules_differ';
}

const verdictOf = (name: string): VerdictName => {
  if (isVerdict(name)) return name;
  throw new RangeError(`a stored verdict is of no known kind: ${name}`);
};

export function decisionOf(event: ScannedEvent, answer: ReplayAnswer): Decision {
  const recorded = verdictOf(event.verdict);
  if (!('replayed' in answer)) {
    const cause = answer.missing === 'configuration' ? 'no_configuration' : 'not_replayed';
    return {
      class: 'unknown',
      cause,
      recorded,
      rebuilt: null,
      agrees: false,
      decided_by: null,
      location: null,
      steps: [],
    };
  }
  const { replayed } = answer;
  const cause = causeOf(event, replayed);
  return {
    class: cause === null ? 'exact' : 'rebuilt',
    cause,
    recorded,
    rebuilt: verdictOf(replayed.verdict),
    agrees: replayed.verdict === recorded,
    decided_by: replayed.steps.find(({ result }) => result === recorded)?.step ?? null,
    location: replayed.location || null,
    steps: replayed.steps.map(({ result, ...step }) => ({
      ...step,
      result: result === 'ok' ? 'ok' : verdictOf(result),
    })),
  };
}

/** as the event store hands it out; dates leave as text, big numbers as they are compared */
const rowOf = ({ at, ...event }: ScannedEvent) => ({ ...event, at: at.toISOString() });

export async function decideAgain(
  { pipeline, replay }: ReplayDeps,
  eyes: Actor,
  tenantId: string,
  tenantNumber: number,
  event: ScannedEvent,
): Promise<Decision> {
  const version = Number(event.snapshot_version);
  const links = event.link_code === null ? [] : [event.link_code];
  const answer = await replay.ask({
    tenant: tenantNumber,
    row: rowOf(event),
    key: [tenantNumber, version, ...links].join('/'),
    document: async () => {
      const found = await pipeline.withTenant(tenantId, eyes, (tx) =>
        configurationAt(tx, tenantId, { version, links }),
      );
      return found?.document ?? null;
    },
  });
  return decisionOf(event, answer);
}
