// How an advertiser's calls are read is set by people, versioned, and told to the trackers at once.
import {
  type MappingParts,
  mappingList,
  type mappingRoutes,
  type PostbackMappingRow,
} from '@tributary/contract/trust/mappings';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { accountChanged } from '../accounts/index.ts';
import { exportList, recordAudit } from '../audit/index.ts';
import { offerChanged, termsAt } from '../offers/index.ts';
import {
  findMapping,
  type KeptMapping,
  lockMapping,
  type MappingPlace,
  mappings,
  partsOf,
  type StoredMapping,
  saveMapping,
} from './mappings.repo.ts';
import { requireAdvertiser } from './postback-setup.ts';

export type { MappingParts };

const nothing: MappingParts = { parameters: {}, goals: {}, number_format: null };
const MOST = 50;

const nameOf = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim();
const toRow = (row: StoredMapping): PostbackMappingRow => ({
  id: row.id,
  advertiser: {
    id: row.advertiser_id,
    number: row.advertiser_number ?? 0,
    name: nameOf(row.advertiser_first, row.advertiser_last),
  },
  offer:
    row.offer_id === null ? null : { id: row.offer_id, number: row.offer_number ?? 0, name: row.offer_title ?? '' },
  ...partsOf(row),
  version: row.version,
  changed_at: unixSeconds(row.changed_at),
  changed_by: nameOf(row.by_first, row.by_last) || null,
});

export const mappingNow = (tx: Tx, id: string): Promise<KeptMapping | null> => lockMapping(tx, { id });
/** in the words of the trail */
export const shownMapping = ({ parts }: Pick<KeptMapping, 'parts'>): MappingParts => parts;

type Body = z.output<typeof mappingRoutes.setPostbackMapping.body>;

export async function setMapping(tx: Tx, call: SignedInCall, body: Body): Promise<PostbackMappingRow> {
  const { advertiser_id, offer_id, version, ...parts } = body;
  const place = await requirePlace(tx, call, { advertiserId: advertiser_id, offerId: offer_id });
  const known = await lockMapping(tx, place);
  if ((known?.version ?? 0) !== version) {
    throw new Fault('conflict', 'Somebody has changed this mapping meanwhile. Load it again and repeat your change.');
  }
  return keep(tx, call, place, known, parts);
}

/** what is added stands beside what was there, and in the place of what it contradicts */
export async function mergeMapping(
  tx: Tx,
  call: SignedInCall,
  wanted: MappingPlace,
  more: MappingParts,
): Promise<PostbackMappingRow> {
  const place = await requirePlace(tx, call, wanted);
  const known = await lockMapping(tx, place);
  const { parameters, goals, number_format } = known?.parts ?? nothing;
  const parts = {
    parameters: { ...parameters, ...more.parameters },
    goals: { ...goals, ...more.goals },
    number_format: more.number_format ?? number_format,
  };
  if (Object.keys(parts.parameters).length > MOST || Object.keys(parts.goals).length > MOST) {
    throw new Fault('invalid_input', `There is room for ${MOST} of each. Take out what is no longer sent first.`);
  }
  return keep(tx, call, place, known, parts);
}

async function requirePlace(
  tx: Tx,
  call: SignedInCall,
  { advertiserId, offerId }: MappingPlace,
): Promise<MappingPlace> {
  const { id } = await requireAdvertiser(tx, advertiserId);
  if (offerId === null) return { advertiserId: id, offerId };
  const terms = isId(offerId) ? await termsAt(tx, { id: offerId }, { at: call.clock.now() }) : null;
  if (terms?.advertiserId !== id) throw new Fault('not_found');
  return { advertiserId: id, offerId: terms.id };
}

async function keep(
  tx: Tx,
  call: SignedInCall,
  place: MappingPlace,
  known: KeptMapping | null,
  parts: MappingParts,
): Promise<PostbackMappingRow> {
  const at = call.clock.now();
  const id = known?.id ?? newId(at.getTime());
  const version = (known?.version ?? 0) + 1;
  await saveMapping(tx, call.tenant.id, place, { id, parts, version, at, by: call.principal.userId });
  await recordAudit(tx, call, {
    action: 'postback-mapping.set',
    objectKind: 'postback-mapping',
    objectId: id,
    before: shownMapping({ parts: known?.parts ?? nothing }),
    after: shownMapping({ parts }),
  });
  // trackers know it from the advertiser's entry in the snapshot, or from the offer's
  if (place.offerId === null) {
    await emit(tx, call.tenant.id, accountChanged, { user_id: place.advertiserId, change: 'edited' });
  } else await emit(tx, call.tenant.id, offerChanged, { offer_id: place.offerId });
  return oneMapping(tx, id);
}

async function oneMapping(tx: Tx, id: string): Promise<PostbackMappingRow> {
  const row = await findMapping(tx, id);
  if (!row) throw new Fault('not_found');
  return toRow(row);
}

export const mappingHandlers = (): Handlers<typeof mappingRoutes> => ({
  postbackMappings: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await mappings.page(tx, query, undefined);
    return { rows: rows.map(toRow), total };
  }),
  exportPostbackMappings: async ({ query }, call) =>
    exportList(
      call,
      { action: 'postback-mappings.exported', objectKind: 'postback-mapping', filter: query },
      mappingList,
      mappings.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toRow)),
    ),
  postbackMapping: inTransaction(({ params }, _call, tx) => oneMapping(tx, params.id)),
  setPostbackMapping: inTransaction(({ body }, call, tx) => setMapping(tx, call, body)),
});
