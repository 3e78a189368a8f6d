import type { InputOf } from '@tributary/contract';
import type { offerRoutes } from '@tributary/contract/offers';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { creativesOf, type NewCreative, type StoredCreative, saveCreatives } from './creatives.repo.ts';
import { touchOffer, uploadExists } from './offers.repo.ts';
import { requireOffer } from './require-offer.ts';
import { cleanCreative } from './rich-text.ts';
import { finish, placeOf } from './set-list.ts';

type Routes = typeof offerRoutes;

export async function setTargets(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setTargets']>) {
  const offer = await requireOffer(tx, params.id, { lock: true });
  const targets = body.targets.map((target) => ({ ...target, values: [...new Set(target.values)] }));
  await touchOffer(tx, offer.id, call.clock.now(), targets);
  const before = Array.isArray(offer.targets) ? offer.targets.map((target) => ({ target })) : [];
  const after = targets.map((target) => ({ target }));
  return finish(tx, call, offer.id, 'offer.targets-changed', before, after);
}

async function toCreative(
  tx: Tx,
  input: InputOf<Routes['setCreatives']>['body']['creatives'][number],
  before: readonly StoredCreative[],
): Promise<NewCreative> {
  const { id, name, kind, content } = input;
  // a creative that keeps its picture is sent back without naming it: the page knows only where it can be seen
  const uploadId = input.upload_id ?? before.find((stored) => stored.id === id)?.uploadId ?? null;
  if (kind === 'image') {
    if (!uploadId || !isId(uploadId) || !(await uploadExists(tx, uploadId))) {
      throw new Fault('invalid_input', `The creative "${name}" needs an uploaded picture.`);
    }
    return { id, name, kind, uploadId, content: null };
  }
  const text = kind === 'html' ? cleanCreative(content ?? '') : content;
  if (!text) throw new Fault('invalid_input', `The creative "${name}" needs its text.`);
  return { id, name, kind, uploadId: null, content: text };
}

export async function setCreatives(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setCreatives']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  const before = (await creativesOf(tx, [id])).get(id) ?? [];
  const creatives: NewCreative[] = [];
  for (const input of body.creatives) creatives.push(await toCreative(tx, input, before));
  const show = (list: readonly StoredCreative[]) =>
    list.map(({ name, kind, uploadId, content }) => ({ name, kind, upload_id: uploadId, content }));
  await saveCreatives(tx, placeOf(call, id), creatives);
  await touchOffer(tx, id, call.clock.now());
  const after = (await creativesOf(tx, [id])).get(id) ?? [];
  return finish(tx, call, id, 'offer.creatives-changed', show(before), show(after));
}
