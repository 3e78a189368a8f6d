// The lists that hang on an offer, each under its tab: what was typed outlives a change of tab, and is saved with the rest.
import type { OfferRecord } from '../form/wire.ts';
import { capBody, capDrafts } from './caps-tab.tsx';
import { creativeBody, creativeDrafts } from './creatives-tab.tsx';
import { kpiBody, kpiDrafts } from './kpi-targets.tsx';
import { ruleBody, rulesOf } from './payout-rules.ts';
import { type ListName, lists, type TabName } from './tab-names.ts';
import { targetBody } from './targets-tab.tsx';
import { type ListDraft, useListDraft } from './use-list-draft.ts';

/** one list as the save bar sees it */
export interface OfferList {
  part: ListName;
  tab: TabName;
  /** in a sentence about it */
  name: string;
  changes: number;
  fault: object | null;
  body: () => object[];
  complain: (row: number, field: string, sentence: string) => void;
  restart: (record: OfferRecord) => void;
  merge: (record: OfferRecord) => void;
  differsFrom: (record: OfferRecord) => boolean;
  discard: () => void;
  /** as it is typed, to be kept and brought back */
  typed: () => object[];
  bringBack: (rows: readonly object[]) => void;
}

export function useOfferLists(offer: OfferRecord) {
  const rules = useListDraft(() => rulesOf(offer), ruleBody);
  const caps = useListDraft(() => capDrafts(offer), capBody);
  const targets = useListDraft(() => offer.targets, targetBody);
  const creatives = useListDraft(() => creativeDrafts(offer), creativeBody);
  const kpiTargets = useListDraft(() => kpiDrafts(offer), kpiBody);
  const all: OfferList[] = [
    listOf('payout_rules', rules, rulesOf, ruleBody),
    listOf('caps', caps, capDrafts, capBody),
    listOf('targets', targets, (record) => record.targets, targetBody),
    listOf('creatives', creatives, creativeDrafts, creativeBody),
    listOf('kpi_targets', kpiTargets, kpiDrafts, kpiBody),
  ];
  return { rules, caps, targets, creatives, kpiTargets, all };
}

function listOf<Row extends object>(
  part: ListName,
  draft: ListDraft<Row>,
  start: (record: OfferRecord) => readonly Row[],
  body: (row: Row) => object,
): OfferList {
  const [tab, name] = lists[part];
  return {
    part,
    tab,
    name,
    changes: draft.changes,
    fault: draft.fault,
    body: () => draft.rows.map(body),
    complain: draft.complain,
    restart: (record) => draft.restart(start(record)),
    merge: (record) => draft.merge(start(record)),
    differsFrom: (record) => draft.differsFrom(start(record)),
    discard: draft.discard,
    typed: () => draft.rows.map(({ key: _key, ...row }) => row),
    // written by `typed` of this same list
    bringBack: (rows) => draft.bringBack(rows as readonly Row[]),
  };
}
