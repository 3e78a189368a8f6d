import type { InputOf } from '@tributary/contract';
import type { offerRoutes, Target } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { creativesOf, type NewCreative, type StoredCreative, saveCreatives } from '../media/creatives.repo.ts';
import { cleanCreative } from '../media/rich-text.ts';
import { saveTargets, targetsOf, uploadExists } from '../offers.repo.ts';
import { requireOffer } from '../require-offer.ts';
import type { StoredOffer } from './offer-fields.ts';
import { finish, type ListChange, placeOf, rowFault } from './set-list.ts';

type Routes = typeof offerRoutes;
type TargetInput = InputOf<Routes['setTargets']>['body']['targets'][number];
type CreativeInput = InputOf<Routes['setCreatives']>['body']['creatives'][number];

export const showTargets = (list: readonly Target[]) => list.map((target) => ({ target }));

export async function putTargets(tx: Tx, offer: StoredOffer, given: TargetInput[]): Promise<ListChange> {
  const targets = given.map((target) => ({ ...target, values: [...new Set(target.values)] }));
  await saveTargets(tx, offer.id, targets);
  return { before: showTargets(targetsOf(offer)), after: showTargets(targets) };
}

export async function setTargets(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setTargets']>) {
  const offer = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, offer.id, 'offer.targets-changed', await putTargets(tx, offer, body.targets));
}

async function toCreative(
  tx: Tx,
  input: CreativeInput,
  before: readonly StoredCreative[],
  row: number,
): Promise<NewCreative> {
  const { id, name, kind, content } = input;
  // a creative that keeps its picture is sent back without naming it: the page knows only where it can be seen
  const uploadId = input.upload_id ?? before.find((stored) => stored.id === id)?.uploadId ?? null;
  if (kind === 'image') {
    if (!uploadId || !isId(uploadId) || !(await uploadExists(tx, uploadId))) {
      throw rowFault(row, 'upload_id', `The creative "${name}" needs an uploaded picture.`);
    }
    return { id, name, kind, uploadId, content: null };
  }
  const text = kind === 'html' ? cleanCreative(content ?? '') : content;
  if (!text) throw rowFault(row, 'content', `The creative "${name}" needs its text.`);
  return { id, name, kind, uploadId: null, content: text };
}

export const showCreatives = (list: readonly StoredCreative[]) =>
  list.map(({ id, name, kind, uploadId, content }) => ({ id, name, kind, upload_id: uploadId, content }));

export async function putCreatives(
  tx: Tx,
  call: SignedInCall,
  id: string,
  given: CreativeInput[],
): Promise<ListChange> {
  const before = (await creativesOf(tx, [id])).get(id) ?? [];
  const creatives: NewCreative[] = [];
  for (const [row, input] of given.entries()) creatives.push(await toCreative(tx, input, before, row));
  await saveCreatives(tx, placeOf(call, id), creatives);
  const after = (await creativesOf(tx, [id])).get(id) ?? [];
  return { before: showCreatives(before), after: showCreatives(after) };
}

export async function setCreatives(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setCreatives']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, id, 'offer.creatives-changed', await putCreatives(tx, call, id, body.creatives));
}
