// The lists that hang on an offer, each under its tab: what was typed outlives a change of tab, and is sent as a whole.
import { useQueryClient } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../../kit/api.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import type { OfferRecord } from '../form/wire.ts';
import { capDrafts, capsBody } from './caps-tab.tsx';
import { creativeDrafts, creativesBody } from './creatives-tab.tsx';
import { kpiBody, kpiDrafts } from './kpi-targets.tsx';
import { ruleBody, rulesOf } from './payout-rules.ts';
import type { TabName } from './tab-names.ts';
import { targetsBody } from './targets-tab.tsx';
import { type Keyed, type ListDraft, useListDraft } from './use-list-draft.ts';

/** one list as the save bar sees it */
export interface OfferList {
  tab: TabName;
  /** in a sentence about it */
  name: string;
  changes: number;
  send: () => Promise<unknown>;
  restart: (record: OfferRecord) => void;
  discard: () => void;
}

export function useOfferLists(offer: OfferRecord) {
  const { session } = useSession();
  const queries = useQueryClient();
  const rules = useListDraft(() => rulesOf(offer));
  const caps = useListDraft(() => capDrafts(offer));
  const targets = useListDraft(() => offer.targets);
  const creatives = useListDraft(() => creativeDrafts(offer));
  const kpiTargets = useListDraft(() => kpiDrafts(offer));
  const to = { params: { id: offer.id } };
  const by = { session };
  const all: OfferList[] = [
    listOf('payout-rules', 'Payout rules', rules, rulesOf, (rows) =>
      call(offerRoutes.setPayoutRules, { ...to, body: { rules: rows.map(ruleBody) } }, by),
    ),
    listOf('caps', 'Caps', caps, capDrafts, (rows) =>
      call(offerRoutes.setOfferCaps, { ...to, body: { caps: capsBody(rows) } }, by),
    ),
    listOf(
      'targeting',
      'Targeting',
      targets,
      (record) => record.targets,
      (rows) => call(offerRoutes.setTargets, { ...to, body: { targets: targetsBody(rows) } }, by),
    ),
    listOf('creatives', 'Creatives', creatives, creativeDrafts, (rows) =>
      call(offerRoutes.setCreatives, { ...to, body: { creatives: creativesBody(rows) } }, by),
    ),
    listOf('goals', 'KPI targets', kpiTargets, kpiDrafts, async (rows) => {
      await call(offerRoutes.setKpiTargets, { ...to, body: { targets: kpiBody(rows) } }, by);
      await queries.invalidateQueries({ queryKey: ['kpi'] });
    }),
  ];
  return { rules, caps, targets, creatives, kpiTargets, all };
}

function listOf<Row extends object>(
  tab: TabName,
  name: string,
  draft: ListDraft<Row>,
  start: (record: OfferRecord) => readonly Row[],
  send: (rows: readonly Keyed<Row>[]) => Promise<unknown>,
): OfferList {
  return {
    tab,
    name,
    changes: draft.changes,
    send: () => send(draft.rows),
    restart: (record) => draft.restart(start(record)),
    discard: draft.discard,
  };
}
