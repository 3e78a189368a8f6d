// Publishers' postbacks, set up by an account manager or by the publisher itself.
import { hiddenRefusal, isHiddenClass } from '@tributary/contract/accounts/hidden';
import { hiddenFrom, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { oneAtATime } from '../../platform/db/one-at-a-time.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { findPartner } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { campaignChoices } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { sampleFacts } from './facts.ts';
import { classesIn, fillTemplate } from './macro-values.ts';
import { requestOf } from './plan.ts';
import { callOut, type SendDeps } from './send.ts';
import {
  addPostback,
  changePostback,
  countPostbacks,
  findPostback,
  goalBelongs,
  type PostbackFields,
  removePostback,
  restorePostback,
  type ShownPostback,
} from './targets.repo.ts';

const MAX_CHOICES = 500;
/** each is called for each conversion that it fits */
export const MAX_POSTBACKS = 50;

/** unknown, malformed and another's ids all answer the same */
async function requirePostback(tx: Tx, id: string): Promise<ShownPostback> {
  const postback = isId(id) ? await findPostback(tx, id) : null;
  if (!postback) throw new Fault('not_found');
  return postback;
}

/** a publisher may name only offers that it sees */
async function checkScope(tx: Tx, call: SignedInCall, fields: PostbackFields): Promise<void> {
  const { offer_id: offerId, goal_id: goalId } = fields;
  if (offerId === null) {
    if (goalId !== null) throw new Fault('invalid_input', 'Choose the offer that the goal belongs to');
    return;
  }
  const known = isId(offerId) && (goalId === null || isId(goalId)) && (await goalBelongs(tx, offerId, goalId));
  const seen =
    call.principal.role !== 'publisher' ||
    (
      await campaignChoices(tx, { tenantId: call.tenant.id, id: call.principal.userId }, call.clock.now(), MAX_CHOICES)
    ).some(({ id }) => id === offerId);
  if (!known || !seen) throw new Fault('invalid_input', 'This offer or goal does not exist');
}

const ONE_OF_YOURS =
  'Your role shows only the advertisers in your charge, so a postback is for one of their offers. Please choose it.';

/** a call goes wherever its maker says: it carries no more than he is shown. One that stays as it is was somebody's before */
function requireSeen(
  { principal }: SignedInCall,
  fields: PostbackFields,
  before?: Pick<PostbackFields, 'url' | 'offer_id'>,
): void {
  if (before?.url === fields.url && before.offer_id === fields.offer_id) return;
  const told = classesIn(fields.url);
  const found = hiddenFrom(principal)
    .filter(isHiddenClass)
    .find((one) => told.includes(one));
  if (found) throw new Fault('forbidden', hiddenRefusal(found));
  if (principal.team?.scope.advertisers === 'assigned' && fields.offer_id === null)
    throw new Fault('forbidden', ONE_OF_YOURS);
}

export const shownPostback = <Fields extends Pick<ShownPostback, keyof PostbackFields>>(
  fields: Fields,
): Pick<Fields, keyof PostbackFields> => {
  const { url, method, statuses, enabled, offer_id, goal_id } = fields;
  return { url, method, statuses, enabled, offer_id, goal_id };
};

export async function createPostback(
  tx: Tx,
  call: SignedInCall,
  publisherId: string,
  fields: PostbackFields,
): Promise<{ id: string }> {
  await requireRoom(tx, call, publisherId, fields);
  const at = call.clock.now();
  const id = newId(at.getTime());
  await addPostback(tx, { tenantId: call.tenant.id, id, publisherId, at, ...shownPostback(fields) });
  await recordAdded(tx, call, { id, publisherId }, fields);
  return { id };
}

async function requireRoom(tx: Tx, call: SignedInCall, publisherId: string, fields: PostbackFields): Promise<void> {
  if (!isId(publisherId) || !(await findPartner(tx, 'publisher', { id: publisherId }))) {
    throw new Fault('invalid_input', 'Please choose a publisher');
  }
  requireSeen(call, fields);
  await checkScope(tx, call, fields);
  await oneAtATime(tx, 'postbacks', publisherId);
  if ((await countPostbacks(tx, publisherId)) >= MAX_POSTBACKS) {
    throw new Fault(
      'conflict',
      `There are ${MAX_POSTBACKS} postbacks of this publisher already. Please delete one first.`,
    );
  }
}

interface Postback {
  id: string;
  publisherId: string;
}
const recordAdded = (tx: Tx, call: SignedInCall, { id, publisherId }: Postback, fields: PostbackFields) =>
  recordAudit(tx, call, {
    action: 'postback.added',
    objectKind: 'postback',
    objectId: id,
    after: { publisher: publisherId, ...shownPostback(fields) },
  });

/** one that was removed comes back as itself: its deliveries name it */
export async function bringBackPostback(
  tx: Tx,
  call: SignedInCall,
  postback: Postback,
  fields: PostbackFields,
): Promise<void> {
  await requireRoom(tx, call, postback.publisherId, fields);
  await restorePostback(tx, postback.id, shownPostback(fields));
  await recordAdded(tx, call, postback, fields);
}

export async function editPostback(
  tx: Tx,
  call: SignedInCall,
  id: string,
  fields: PostbackFields,
): Promise<{ id: string }> {
  const postback = await requirePostback(tx, id);
  requireSeen(call, fields, postback);
  await checkScope(tx, call, fields);
  await changePostback(tx, id, shownPostback(fields));
  await recordAudit(tx, call, {
    action: 'postback.changed',
    objectKind: 'postback',
    objectId: id,
    before: shownPostback(postback),
    after: shownPostback(fields),
  });
  return { id };
}

export async function deletePostback(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  const postback = await requirePostback(tx, id);
  await removePostback(tx, id, call.clock.now());
  await recordAudit(tx, call, {
    action: 'postback.removed',
    objectKind: 'postback',
    objectId: id,
    before: { publisher: postback.publisher_id, ...shownPostback(postback) },
  });
  return { id };
}

/** called once with sample values; the call is made between two transactions, never inside one */
export async function testPostback(call: SignedInCall, deps: SendDeps, id: string) {
  const filled = await call.transaction(async (tx) => {
    const postback = await requirePostback(tx, id);
    const publisher = await findPartner(tx, 'publisher', { id: postback.publisher_id });
    const { timeZone } = await termsOfTenant(tx, call.tenant.id);
    const url = publisher && fillTemplate(postback.url, sampleFacts(publisher, timeZone, call.clock.now()));
    if (!url) throw new Fault('not_found');
    await recordAudit(tx, call, { action: 'postback.tested', objectKind: 'postback', objectId: id });
    return { url, method: postback.method };
  });
  const { url, method, body } = requestOf(filled.url, filled.method);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, error, latencyMs, ...answer } = await callOut(deps, {
    method,
    url,
    ...(body === null ? {} : { body, headers }),
  });
  return { url: filled.url, status, body: answer.body, error, latency_ms: latencyMs };
}
