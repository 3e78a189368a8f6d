// Edit: the form and the lists that were changed, in one transaction. All of it is saved or none of it, as one entry in the
// history, one version of the terms (decision 0019) and one announcement. A fault names its place in what was sent.
import type { InputOf, ReplyOf } from '@tributary/contract';
import { withImplied } from '@tributary/contract/hiding';
import type { OfferFields, offerRoutes } from '@tributary/contract/offers/offers';
import { hiddenFrom, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault, type FaultPath } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { changeOffer } from '../offers.repo.ts';
import { readFields, requireActiveAdvertiser, requireOffer } from '../require-offer.ts';
import { offerChanged } from '../topics.ts';
import { chooseAdvertiser, orThrow, refuse } from './choose-advertiser.ts';
import { saveGoals, saveLandingPages } from './goals-and-pages.repo.ts';
import { keepRevenue } from './keep-revenue.ts';
import { offerDates } from './offer-dates.ts';
import { changesBetween, columnsOf, type StoredOffer } from './offer-fields.ts';
import { putCaps } from './set-caps.ts';
import { putCreatives, putTargets } from './set-creatives.ts';
import { putKpiTargets } from './set-kpi-targets.ts';
import { hasChanged, type ListChange, placeOf } from './set-list.ts';
import { putPayoutRules } from './set-payout-rules.ts';
import { announce, settleFields } from './store-offer.ts';

type Edit = (typeof offerRoutes)['editOffer'];
type Save = (typeof offerRoutes)['saveOffer'];
type Parts = InputOf<Save>['body'];

/** the form alone: its fields stand at the top of the body */
export const editOffer = ({ params, body }: InputOf<Edit>, call: SignedInCall): Promise<ReplyOf<Edit>> => {
  const { version, ...fields } = body;
  return saveParts(call, params.id, { version, fields }, { place: [] });
};

export const saveOffer = ({ params, body }: InputOf<Save>, call: SignedInCall): Promise<ReplyOf<Save>> =>
  saveParts(call, params.id, body, { place: ['fields'] });

interface How {
  /** where the form's fields stand in what was sent */
  place: FaultPath;
  /** rows of the lists that come back, in place of new ones */
  returning?: ReadonlySet<string>;
}

export async function saveParts(
  call: SignedInCall,
  id: string,
  parts: Parts,
  { place, returning }: How,
): Promise<ReplyOf<Save>> {
  const outcome = await call.transaction(async (tx) => {
    const offer = await requireOffer(tx, id, { lock: true });
    if (offer.version !== parts.version) throw new Fault('conflict');
    const { fields } = parts;
    const edit = fields ? await within(place, () => putFields(tx, call, offer, fields)) : unedited;
    if (edit instanceof Fault) return edit.under(place);
    const lists = await putLists(tx, call, offer, parts, returning);
    const changed = Object.entries(lists).filter(([, list]) => hasChanged(list));
    const isEdit = edit.changes !== null || edit.completesBrief || changed.length > 0;
    if (!isEdit) return { id: offer.id, version: offer.version };
    const version = await changeOffer(tx, offer.id, { ...edit.columns, updated_at: call.clock.now() });
    const valuesOf = (side: 'before' | 'after') => ({
      ...edit.changes?.[side],
      ...Object.fromEntries(changed.map(([name, list]) => [name, list[side]])),
    });
    await recordAudit(tx, call, {
      action: edit.completesBrief ? 'offer.brief-completed' : 'offer.edited',
      objectKind: 'offer',
      objectId: offer.id,
      ...(edit.changes || changed.length > 0 ? { before: valuesOf('before'), after: valuesOf('after') } : {}),
    });
    await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
    if (edit.news) await announce(tx, call.tenant.id, offer.id, edit.news);
    return { id: offer.id, version };
  });
  return orThrow(outcome);
}

async function within<Result>(place: FaultPath, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Fault && place.length > 0 ? error.under(place) : error;
  }
}

interface FieldsEdit {
  columns: Parameters<typeof changeOffer>[2];
  changes: ReturnType<typeof changesBetween>;
  completesBrief: boolean;
  news: 'new-offer' | 'new-terms' | null;
}
const unedited: FieldsEdit = { columns: {}, changes: null, completesBrief: false, news: null };

async function putFields(
  tx: Tx,
  call: SignedInCall,
  offer: StoredOffer,
  sent: OfferFields,
): Promise<FieldsEdit | Fault> {
  const before = await readFields(tx, offer);
  const given = withImplied(hiddenFrom(call.principal)).includes('revenue') ? keepRevenue(before, sent) : sent;
  const advertiser =
    before.advertiser_id === given.advertiser_id
      ? { id: offer.advertiser_id }
      : await chooseAdvertiser(tx, call, given.advertiser_id);
  if (advertiser instanceof Fault) {
    return refuse(tx, call, offer.id, advertiser, { advertiser_id: given.advertiser_id });
  }
  if (given.status === 'active' && offer.status !== 'active') await requireActiveAdvertiser(tx, advertiser.id);
  const settled = await settleFields(tx, given);
  const dates = offerDates(settled, call.clock.now());
  const fields = { ...settled, start_date: dates.startsAt, end_date: dates.endsAt };
  if (!changesBetween(before, fields) && !offer.is_brief) return unedited;
  const place = placeOf(call, offer.id);
  await saveGoals(tx, place, fields);
  await saveLandingPages(tx, place, fields);
  // one that comes back stands where it stood, whatever the form's order: the trail says what is shown from now on
  const { goals, landing_pages } = await readFields(tx, offer);
  const changes = changesBetween(before, { ...fields, goals, landing_pages });
  if (!changes && !offer.is_brief) return unedited;
  const termsChanged =
    before.offer_terms !== fields.offer_terms || before.terms_and_conditions !== fields.terms_and_conditions;
  return {
    columns: {
      ...columnsOf(fields, dates),
      advertiser_id: advertiser.id,
      terms_version: offer.terms_version + Number(termsChanged),
      is_brief: false,
    },
    changes,
    completesBrief: offer.is_brief,
    news: newsFor(offer, fields, termsChanged),
  };
}

function newsFor(offer: StoredOffer, fields: OfferFields, termsChanged: boolean): FieldsEdit['news'] {
  if (fields.status !== 'active') return null;
  if (offer.status === 'pending' && fields.alert_to_affiliates) return 'new-offer';
  return termsChanged && fields.require_terms ? 'new-terms' : null;
}

/** after the form: rules and targets name goals as they are then */
async function putLists(
  tx: Tx,
  call: SignedInCall,
  offer: StoredOffer,
  { payout_rules, caps, targets, creatives, kpi_targets }: Parts,
  returning?: ReadonlySet<string>,
): Promise<Record<string, ListChange>> {
  const { id } = offer;
  const steps: [name: string, put: () => Promise<ListChange> | undefined][] = [
    ['payout_rules', () => payout_rules && putPayoutRules(tx, call, id, payout_rules, returning)],
    ['caps', () => caps && putCaps(tx, call, id, caps, returning)],
    ['targets', () => targets && putTargets(tx, offer, targets)],
    ['creatives', () => creatives && putCreatives(tx, call, id, creatives)],
    ['kpi_targets', () => kpi_targets && putKpiTargets(tx, call, id, kpi_targets)],
  ];
  const changes: Record<string, ListChange> = {};
  for (const [name, put] of steps) {
    const change = await within([name], async () => put());
    if (change) changes[name] = change;
  }
  return changes;
}
