// What an advertiser pastes into its own systems, and how its postbacks must prove themselves.

import type { conversionRoutes, PostbackSetup } from '@tributary/contract/conversions/conversions';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import { SIGNATURE_WINDOW_SECONDS } from '@tributary/contract/tracker/postback-signature';
import { type OwnWords, statusKey, statusWords, unfilled } from '@tributary/contract/tracker/receipt-rules';
import ipaddr from 'ipaddr.js';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { accountChanged, findPartner, type Partner } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type OfferChoice, offerChoices } from '../offers/index.ts';
import { trackerOriginOf } from '../tenancy/index.ts';
import { defaultAuth, type PostbackAuth, postbackAuthOf, savePostbackAuth } from './postback-auth.repo.ts';
import type { PostbackSecrets } from './postback-auth.ts';

export interface SetupDeps {
  secrets: PostbackSecrets;
  trackerOrigin: URL;
}
type Setup = z.infer<typeof PostbackSetup>;
const OFFERS_SHOWN = 200;

const parameters: Setup['parameters'] = [
  { name: 'click_id', required: true, description: 'The {click_id} that your landing page received' },
  { name: 'txn_id', required: false, description: 'Your order or lead id; the same one never counts twice' },
  { name: 'goal', required: false, description: 'Token of the goal reached; empty for the default one' },
  { name: 'sale_amount', required: false, description: 'Amount of the sale, such as 49.90' },
  { name: 'currency', required: false, description: 'Currency of the sale; the offer’s own where absent' },
  {
    name: 'status',
    required: false,
    description: 'approved, pending, rejected or refund; sent again, it is your word about the order',
  },
  {
    name: 'refund_amount',
    required: false,
    description: 'with status=refund: what you have given back of the order in total so far; absent: all of it',
  },
  { name: 'token', required: false, description: 'Your secret token' },
  {
    name: 'ts',
    required: false,
    description: `Unix seconds, for signed postbacks; at most ${SIGNATURE_WINDOW_SECONDS} s old`,
  },
  {
    name: 'signature',
    required: false,
    description:
      '“v2.” and the hex HMAC-SHA-256, under your signing key, of “v2”, a line feed and the whole query without it',
  },
  { name: 'sub1', required: false, description: 'sub1 to sub15: values of your own, passed on to the publisher' },
];

export async function requireAdvertiser(tx: Tx, id: string): Promise<Partner> {
  const advertiser = isId(id) ? await findPartner(tx, 'advertiser', { id }) : null;
  if (!advertiser) throw new Fault('not_found');
  return advertiser;
}

export const authOf = async (tx: Tx, id: string): Promise<PostbackAuth> =>
  (await postbackAuthOf(tx, [id])).get(id) ?? defaultAuth;

export const shownAuth = ({ tokenRequired, signatureRequired, networks, statusWords: words }: PostbackAuth) => ({
  token_required: tokenRequired,
  signature_required: signatureRequired,
  networks,
  status_words: words,
});
const shownSecrets = ({ secrets }: SetupDeps, id: string, { version, rotatedAt }: PostbackAuth) => ({
  token: secrets.token(id, version),
  signing_key: secrets.signingKey(id, version),
  rotated_at: rotatedAt && unixSeconds(rotatedAt),
});

async function postbackSetup(
  tx: Tx,
  call: SignedInCall,
  deps: SetupDeps,
  advertiserId: string,
  offerId: string | undefined,
): Promise<Setup> {
  const advertiser = await requireAdvertiser(tx, advertiserId);
  const offers = await offerChoices(tx, advertiser.id, OFFERS_SHOWN);
  const offer = offerId ? offers.find(({ id }) => id === offerId) : null;
  if (offer === undefined) throw new Fault('not_found');
  const auth = await authOf(tx, advertiser.id);
  const origin = trackerOriginOf(deps.trackerOrigin, call.tenant);
  const secrets = shownSecrets(deps, advertiser.id, auth);
  return {
    advertiser: { id: advertiser.id, number: advertiser.number, name: advertiser.name },
    offers: offers.map(({ id, number, name, tracking, goals }) => ({
      id,
      number,
      name,
      conversion_tracking: tracking,
      goals: goals.map(({ token }) => token),
    })),
    auth: shownAuth(auth),
    secrets,
    tracker_origin: origin,
    snippets: snippetsFor(origin, offer, auth, secrets.token),
    parameters,
  };
}

function snippetsFor(origin: string, offer: OfferChoice | null, auth: PostbackAuth, token: string): Setup['snippets'] {
  const goal = offer?.goals.some(({ token: name }) => name !== '') ? '&goal=GOAL' : '';
  const proof = `${auth.tokenRequired ? `&token=${token}` : ''}${auth.signatureRequired ? '&ts=TIMESTAMP&signature=v2.SIGNATURE' : ''}`;
  // a picture or frame is loaded by the visitor: it never carries the token
  const pixel = `camp_id=${offer?.number ?? 'CAMP_ID'}&txn_id=ORDER_ID&sale_amount=AMOUNT${goal}`;
  return {
    server: `${origin}/postback?click_id=CLICK_ID&txn_id=ORDER_ID&sale_amount=AMOUNT${goal}${proof}`,
    image: `<img src="${origin}/pixel.gif?${pixel.replaceAll('&', '&amp;')}" width="1" height="1" alt="">`,
    iframe: `<iframe src="${origin}/pixel.html?${pixel.replaceAll('&', '&amp;')}" width="1" height="1" title="conversion" style="border:0"></iframe>`,
    tag_manager: [
      '<script>',
      '  new Image().src =',
      `    '${origin}/pixel.gif?camp_id=${offer?.number ?? 'CAMP_ID'}' +`,
      "    '&txn_id=' + encodeURIComponent({{Order ID}}) +",
      "    '&sale_amount=' + encodeURIComponent({{Order Value}});",
      '</script>',
    ].join('\n'),
  };
}

async function saveAuth(
  tx: Tx,
  call: SignedInCall,
  id: string,
  auth: PostbackAuth,
  action: TrailAction,
): Promise<void> {
  const before = await authOf(tx, id);
  await savePostbackAuth(tx, call.tenant.id, id, auth);
  await recordAudit(tx, call, {
    action,
    objectKind: 'user',
    objectId: id,
    before: { ...shownAuth(before), version: before.version },
    after: { ...shownAuth(auth), version: auth.version },
  });
  // trackers know an advertiser's rules from its entry in the snapshot
  await emit(tx, call.tenant.id, accountChanged, { user_id: id, change: 'edited' });
}

export async function setPostbackAuth(
  tx: Tx,
  call: SignedInCall,
  advertiserId: string,
  wanted: {
    token_required: boolean;
    signature_required: boolean;
    networks: readonly string[];
    status_words?: OwnWords | undefined;
  },
) {
  const { id } = await requireAdvertiser(tx, advertiserId);
  const networks = [...new Set(wanted.networks)];
  const wrong = networks.find((text) => !ipaddr.isValid(text) && !ipaddr.isValidCIDR(text));
  if (wrong !== undefined) {
    throw new Fault('invalid_input', `"${wrong}" is neither an address nor a network such as 192.0.2.0/24`);
  }
  const known = await authOf(tx, id);
  const auth = {
    ...known,
    tokenRequired: wanted.token_required,
    signatureRequired: wanted.signature_required,
    networks,
    statusWords: wanted.status_words ? readOwnWords(wanted.status_words) : known.statusWords,
  };
  await saveAuth(tx, call, id, auth, 'advertiser.postback-rules-set');
  return shownAuth(auth);
}

const MOST_WORDS = 50;

/** what is on our own list means what it means there; one word means one thing */
function readOwnWords(wanted: OwnWords): OwnWords {
  const words = new Map<string, OwnWords[string]>();
  for (const [word, meaning] of Object.entries(wanted)) {
    const key = statusKey(word);
    const listed = statusWords.get(key);
    if (key === '' || unfilled(word))
      throw new Fault('invalid_input', `"${word}" is no word that a postback could say`);
    if (listed) throw new Fault('invalid_input', `"${word}" means ${listed.replace('_', ' ')} already`);
    if ((words.get(key) ?? meaning) !== meaning) {
      throw new Fault('invalid_input', `"${word}" cannot mean both ${words.get(key)} and ${meaning}`);
    }
    words.set(key, meaning);
  }
  if (words.size > MOST_WORDS) throw new Fault('invalid_input', `There is room for ${MOST_WORDS} words`);
  return Object.fromEntries(words);
}

async function rotateSecrets(tx: Tx, call: SignedInCall, deps: SetupDeps, advertiserId: string) {
  const { id } = await requireAdvertiser(tx, advertiserId);
  const known = await authOf(tx, id);
  const auth = { ...known, version: known.version + 1, rotatedAt: call.clock.now() };
  await saveAuth(tx, call, id, auth, 'advertiser.postback-secrets-replaced');
  return shownSecrets(deps, id, auth);
}

/** told with the conversions on the wire, kept with the trackers' other rules here */
export type SetupRoutes = Pick<
  typeof conversionRoutes,
  'postbackSetup' | 'setPostbackAuth' | 'rotatePostbackSecrets' | 'ownPostbackSetup'
>;
export const postbackSetupHandlers = (deps: SetupDeps): Handlers<SetupRoutes> => ({
  postbackSetup: inTransaction(({ params, query }, call, tx) =>
    postbackSetup(tx, call, deps, params.id, query.offer_id),
  ),
  setPostbackAuth: inTransaction(({ params, body }, call, tx) => setPostbackAuth(tx, call, params.id, body)),
  rotatePostbackSecrets: inTransaction(({ params }, call, tx) => rotateSecrets(tx, call, deps, params.id)),
  ownPostbackSetup: inTransaction(({ query }, call, tx) =>
    postbackSetup(tx, call, deps, call.principal.userId, query.offer_id),
  ),
});
