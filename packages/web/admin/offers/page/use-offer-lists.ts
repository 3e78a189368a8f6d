// The lists that hang on an offer, each under its tab: what was typed outlives a change of tab, and is sent as a whole.
import { useQueryClient } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../../kit/api.ts';
import { complaintAbout, type Schema } from '../../../kit/form/form-declaration.ts';
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
  /** the first complaint about what was typed; null where it can be sent */
  check: () => string | null;
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
    listOf('payout-rules', 'Payout rules', rules, rulesOf, {
      schema: offerRoutes.setPayoutRules.body,
      body: (rows) => ({ rules: rows.map(ruleBody) }),
      send: (body) => call(offerRoutes.setPayoutRules, { ...to, body }, by),
    }),
    listOf('caps', 'Caps', caps, capDrafts, {
      schema: offerRoutes.setOfferCaps.body,
      body: (rows) => ({ caps: capsBody(rows) }),
      send: (body) => call(offerRoutes.setOfferCaps, { ...to, body }, by),
    }),
    listOf('targeting', 'Targeting', targets, (record) => record.targets, {
      schema: offerRoutes.setTargets.body,
      body: (rows) => ({ targets: targetsBody(rows) }),
      send: (body) => call(offerRoutes.setTargets, { ...to, body }, by),
    }),
    listOf('creatives', 'Creatives', creatives, creativeDrafts, {
      schema: offerRoutes.setCreatives.body,
      body: (rows) => ({ creatives: creativesBody(rows) }),
      send: (body) => call(offerRoutes.setCreatives, { ...to, body }, by),
    }),
    listOf('goals', 'KPI targets', kpiTargets, kpiDrafts, {
      schema: offerRoutes.setKpiTargets.body,
      body: (rows) => ({ targets: kpiBody(rows) }),
      send: async (body) => {
        await call(offerRoutes.setKpiTargets, { ...to, body }, by);
        await queries.invalidateQueries({ queryKey: ['kpi'] });
      },
    }),
  ];
  return { rules, caps, targets, creatives, kpiTargets, all };
}

interface Sending<Row, Body> {
  schema: Schema<unknown>;
  body: (rows: readonly Keyed<Row>[]) => Body;
  send: (body: Body) => Promise<unknown>;
}

function listOf<Row extends object, Body extends object>(
  tab: TabName,
  name: string,
  draft: ListDraft<Row>,
  start: (record: OfferRecord) => readonly Row[],
  { schema, body, send }: Sending<Row, Body>,
): OfferList {
  return {
    tab,
    name,
    changes: draft.changes,
    check: () => complaintAbout(schema, body(draft.rows)),
    send: () => send(body(draft.rows)),
    restart: (record) => draft.restart(start(record)),
    discard: draft.discard,
  };
}
