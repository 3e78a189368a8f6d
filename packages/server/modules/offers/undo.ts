// How changes of an offer are taken back: by the same save, with what stood there before. Rules and caps that come back are the
// rows they were, so that logs and conversions go on naming them; prices are in force from now on, as every change of terms.
import { offerRoutes, SaveOfferBody } from '@tributary/contract/offers/offers';
import type { TrailValues } from '@tributary/contract/trail';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Change, type Inverse, type Inverses, recordAudit, trailForm } from '../audit/index.ts';
import { keptPermissions, restorePermissions } from './campaigns/permissions.repo.ts';
import { creativesOf } from './media/creatives.repo.ts';
import { targetsOf } from './offers.repo.ts';
import { readFields, requireOffer } from './require-offer.ts';
import { capsOf } from './saving/caps.repo.ts';
import { setStatus } from './saving/change-offer.ts';
import { kpiTargetsOf } from './saving/kpi-targets.repo.ts';
import { auditFields, type StoredOffer, wireFields } from './saving/offer-fields.ts';
import { saveParts } from './saving/save-offer.ts';
import { showCaps } from './saving/set-caps.ts';
import { showCreatives, showTargets } from './saving/set-creatives.ts';
import { showTarget } from './saving/set-kpi-targets.ts';
import { showRules } from './saving/set-payout-rules.ts';
import { payoutRulesOf } from './terms/payout-rules.repo.ts';
import { offerChanged } from './topics.ts';

const Rows = z.array(z.record(z.string(), z.json()));
type Row = z.output<typeof Rows>[number];

interface OfferList {
  read(tx: Tx, offer: StoredOffer): Promise<object[]>;
  /** as the save takes a row, from how the trail keeps it */
  input(row: Row): unknown;
}
const lists: Readonly<Record<string, OfferList>> = {
  payout_rules: {
    read: async (tx, { id }) => showRules((await payoutRulesOf(tx, [id])).get(id) ?? []),
    input: (row) => ({
      publisher_id: row.publisherId,
      goal_id: row.goalId,
      countries: row.countries,
      source: row.source,
      from_conversions: row.fromConversions,
      starts_at: row.startsAt,
      ends_at: row.endsAt,
      payout: row.payout,
      payout_percent: row.percent,
      revenue: row.revenue,
      revenue_percent: row.revenue_percent,
    }),
  },
  caps: {
    read: async (tx, { id }) => showCaps((await capsOf(tx, [id])).get(id) ?? []),
    input: ({ id: _row, ...cap }) => cap,
  },
  targets: { read: async (_tx, offer) => showTargets(targetsOf(offer)), input: ({ target }) => target },
  creatives: {
    read: async (tx, { id }) => showCreatives((await creativesOf(tx, [id])).get(id) ?? []),
    input: (row) => row,
  },
  kpi_targets: {
    read: async (tx, { id }) => ((await kpiTargetsOf(tx, [id])).get(id) ?? []).map(showTarget),
    input: (row) => row,
  },
};

/** an entry of one list alone says which by its action */
const listOfAction: Readonly<Record<string, string>> = {
  'offer.caps-changed': 'caps',
  'offer.payout-rules-changed': 'payout_rules',
  'offer.targets-changed': 'targets',
  'offer.creatives-changed': 'creatives',
  'offer.kpi-targets-changed': 'kpi_targets',
};

/** `list` by the name that it has in a save of the whole offer */
function namedParts({ action, before }: Change): TrailValues {
  const { list, ...rest } = before ?? {};
  const name = listOfAction[action];
  return name && list !== undefined ? { ...rest, [name]: list } : rest;
}

async function offerNow(tx: Tx, change: Change): Promise<TrailValues> {
  const offer = await requireOffer(tx, change.objectId, { lock: true });
  const fields = auditFields(await readFields(tx, offer));
  const now: Record<string, unknown> = {};
  for (const name of Object.keys(change.after ?? {})) {
    const list = lists[name === 'list' ? (listOfAction[change.action] ?? '') : name];
    now[name] = list ? await list.read(tx, offer) : fields[name];
  }
  return trailForm(now);
}

/** the trail takes the word "token" for a secret; a goal's is none */
const goalInput = ({ sends, ...goal }: Row): Row => ({ ...goal, token: sends ?? '' });

const edited: Inverse = {
  route: () => offerRoutes.saveOffer,
  now: offerNow,
  back: async (tx, call, change) => {
    const offer = await requireOffer(tx, change.objectId, { lock: true });
    const parts = Object.entries(namedParts(change));
    const fields = Object.fromEntries(parts.filter(([name]) => !lists[name]));
    const rows = parts.flatMap(([name, value]) =>
      lists[name] ? [{ name, list: lists[name], rows: Rows.parse(value) }] : [],
    );
    if (fields.goals !== undefined) fields.goals = Rows.parse(fields.goals).map(goalInput);
    const hasFields = Object.keys(fields).length > 0;
    const body = SaveOfferBody.parse({
      version: offer.version,
      ...(hasFields ? { fields: { ...wireFields(await readFields(tx, offer)), ...fields } } : {}),
      ...Object.fromEntries(rows.map(({ name, list, rows: kept }) => [name, kept.map(list.input)])),
    });
    const returning = new Set(
      rows.flatMap(({ rows: kept }) => kept.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))),
    );
    return saveParts(call, offer.id, body, { place: [], returning });
  },
};

const Status = offerRoutes.setOfferStatus.body;
const statusChanged: Inverse = {
  route: () => offerRoutes.setOfferStatus,
  now: async (tx, { objectId }) => ({ status: (await requireOffer(tx, objectId, { lock: true })).status }),
  back: (tx, call, { objectId, before }) =>
    setStatus(tx, call, objectId, Status.parse({ status: before?.status }).status),
};

const moment = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();
const KeptRows = z.array(
  z.object({
    id: z.string(),
    publisher_id: z.string(),
    state: z.string(),
    reason: z.string().nullable(),
    traffic: z.string().nullable(),
    requested_at: moment,
    decided_by: z.string().nullable(),
    decided_at: moment,
    terms_version: z.number().nullable(),
    terms_accepted_at: moment,
  }),
);
const keptIn = (values: TrailValues | null) => KeptRows.parse(values?.permissions ?? []);
const publishersIn = ({ before, after }: Change): string[] => [
  ...new Set([...keptIn(before), ...keptIn(after)].map(({ publisher_id }) => publisher_id)),
];

const permitted = (route: Inverse['route']): Inverse => ({
  route,
  isWhole: ({ before, after }) => before?.permissions !== undefined && after?.permissions !== undefined,
  now: async (tx, change) => {
    const offer = await requireOffer(tx, change.objectId, { lock: true });
    return trailForm({ permissions: await keptPermissions(tx, offer.id, publishersIn(change)) });
  },
  back: async (tx, call, change) => {
    const offer = await requireOffer(tx, change.objectId, { lock: true });
    const publisherIds = publishersIn(change);
    const before = await keptPermissions(tx, offer.id, publisherIds);
    await restorePermissions(tx, { tenantId: call.tenant.id, offerId: offer.id }, publisherIds, keptIn(change.before));
    await recordAudit(tx, call, {
      action: 'offer.permissions-changed',
      objectKind: 'offer',
      objectId: offer.id,
      before: { permissions: before },
      after: { publisher_ids: publisherIds, permissions: await keptPermissions(tx, offer.id, publisherIds) },
    });
    await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
  },
});
const decided = permitted(() => offerRoutes.decideRequest);

export const offerInverses: Inverses = {
  'offer.edited': edited,
  ...Object.fromEntries(Object.keys(listOfAction).map((action) => [action, edited])),
  'offer.status-changed': statusChanged,
  'offer.permissions-changed': permitted(() => offerRoutes.setPermission),
  'offer.request-approved': decided,
  'offer.request-refused': decided,
};
