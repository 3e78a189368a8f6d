// The tracker that takes a call, the judge that decides about its row and "Check a postback" say the same of every call. Each
// case goes through all three: over HTTP to a tracker that holds the server's own snapshot, with the row that it wrote
// through the intake to the judge (refused ones as well, as a replay does), and to the checker. Expected outcomes are worked
// out by hand.
import { createHmac } from 'node:crypto';
import { routes } from '@tributary/contract';
import type { SnapshotPut } from '@tributary/contract/tracker/snapshot';
import { INTERNAL_KEY_LABEL, internalPaths } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeFrame } from '../packages/server/modules/events/index.ts';
import { postbackSecrets } from '../packages/server/modules/tracking/index.ts';
import { testSecret } from '../packages/server/platform/testing.ts';
import { createTestApp, type TestApp } from '../packages/server/testing.ts';
import { createWorld, type World } from '../packages/server/testing-world.ts';
import { Harness } from '../packages/tracker/testing/harness.ts';

const DAY_MS = 86_400_000;
const secrets = postbackSecrets(testSecret);

let t: TestApp;
let admin: string;
const tracker = new Harness();
const worlds: Partial<Record<string, World>> = {};
const offers: Partial<Record<string, { id: string; number: number }>> = {};
const people: Partial<Record<string, { id: string; number: number }>> = {};

async function addOffer(name: string, columns: Record<string, unknown> = {}): Promise<void> {
  offers[name] = await world().addOffer(columns);
}
const world = (subdomain = 'demo'): World => worlds[subdomain] ?? missing(subdomain);
const missing = (name: string): never => {
  throw new Error(`no ${name} in this test`);
};
const numberOf = (name: string): number => offers[name]?.number ?? missing(name);
const personOf = (name: string) => people[name] ?? missing(name);

async function addMapping(name: string, offerId: string | null, parts: Record<string, unknown>): Promise<void> {
  const json = Object.entries(parts).map(([part, value]) => [
    part,
    part === 'number_format' ? value : JSON.stringify(value),
  ]);
  await world().insert('postback_mappings', {
    tenant_id: world().tenantId,
    advertiser_id: personOf(name).id,
    offer_id: offerId,
    version: 1,
    changed_at: new Date(),
    ...Object.fromEntries(json),
  });
}

async function addAdvertiser(name: string, auth: Record<string, unknown> = {}): Promise<void> {
  const person = await world().addPerson('advertiser');
  people[name] = person;
  await world().insert('postback_auth', {
    tenant_id: world().tenantId,
    advertiser_id: person.id,
    token_required: false,
    signature_required: false,
    networks: [],
    status_words: '{}',
    version: 1,
    ...auth,
  });
  await addOffer(name, { advertiser_id: person.id });
}

beforeAll(async () => {
  t = await createTestApp();
  worlds.demo = await createWorld(t);
  people.demo = world().advertiser;
  await addOffer('plain');
  await world().addGoal(offers.plain?.id ?? '', 'install', 1_000_000, 500_000);
  await addOffer('a day', { click_life_days: 1 });
  await addOffer('a year', { click_life_days: 365 });
  await addOffer('dong', { currency: 'VND' });
  await addOffer('pixel', { conversion_tracking: 'IMG Pixel Tracking' });
  await addOffer('pending', { status: 'pending' });
  await addOffer('paused', { status: 'paused' });
  await addAdvertiser('open');
  await addAdvertiser('signed', { signature_required: true });
  await addAdvertiser('both', { token_required: true, signature_required: true });
  await addAdvertiser('own words', { status_words: '{"lead_ok":"approved","kaputt":"rejected"}' });
  // reads calls otherwise: for all of its offers, and more for one of them
  await addAdvertiser('mapped', { token_required: true });
  await world().addGoal(offers.mapped?.id ?? '', 'install', 1_000_000, 500_000);
  await addOffer('mapped more', { advertiser_id: personOf('mapped').id });
  await addMapping('mapped', null, {
    parameters: { cid: 'click_id', tid: 'txn_id', state: 'status', Amount: 'sale_amount', back: 'refund_amount' },
    goals: { App: 'install', '1': 'install' },
    number_format: 'comma',
  });
  await addMapping('mapped', offers['mapped more']?.id ?? '', { parameters: { own: 'click_id' }, goals: { App: '' } });
  await addAdvertiser('mapped and signed', { signature_required: true });
  await addMapping('mapped and signed', null, { parameters: { cid: 'click_id' } });
  await addAdvertiser('rejected');
  await t.database.asOwner(`update users set status = 'rejected' where id = $1`, [personOf('rejected').id]);
  await addAdvertiser('deleted');
  await t.database.asOwner('update users set deleted_at = now() where id = $1', [personOf('deleted').id]);
  // an offer that was of `first` and is of `second` by now; one that had a goal
  await addAdvertiser('first', { token_required: true });
  await addAdvertiser('second', { token_required: true });
  await addOffer('sold', { advertiser_id: personOf('first').id });
  await t.database.asOwner('update offers set advertiser_id = $2 where id = $1', [
    offers.sold?.id,
    personOf('second').id,
  ]);
  await addOffer('poorer');
  const goal = await world().addGoal(offers.poorer?.id ?? '', 'gone', 1_000_000, 500_000);
  await t.database.asOwner('update offer_goals set removed_at = now() where id = $1', [goal]);
  worlds.acme = await createWorld(t, 'acme');
  await t.app.publish();
  admin = (await t.signIn('admin@demo.test')).token;
  await tracker.start(await snapshot(), { TRIBUTARY_SECRET: 'ab'.repeat(32) });
  // the tracker's clock runs; what was changed above is in force for all three
  t.clock.advance(Date.now() - t.clock.now().getTime());
  await sendAll();
});
afterAll(async () => {
  await tracker.stop();
  await t?.close();
});

async function snapshot(): Promise<SnapshotPut[]> {
  const reply = await t.app.http?.inject({
    url: `${internalPaths.snapshot}?after=0&tracker=0000000000000001`,
    headers: { authorization: `Bearer ${testSecret.derive(INTERNAL_KEY_LABEL).toString('hex')}` },
  });
  const lines = (reply?.payload ?? '').trim().split('\n').slice(1, -1);
  const puts: SnapshotPut[] = lines.map((line) => JSON.parse(line));
  // tenants first, as a tracker asks for
  return [...puts.filter(({ put }) => put === 'tenant'), ...puts.filter(({ put }) => put !== 'tenant')];
}

interface Case {
  /** of which offer the click is; its advertiser's page is where it is checked */
  of: string;
  /** what stands after the click id: as it is sent, or made from the call so far */
  query?: string | ((query: string) => string);
  /** in place of the click's own */
  clickId?: (genuine: string) => string;
  /** the name of the parameter that holds the id */
  as?: string;
  ageDays?: number;
  kind?: 'postback' | 'pixel';
}

const tokenOf = (name: string): string => secrets.token(personOf(name).id, 1);
/** with the token of the advertiser that has most offers here */
const say =
  (rest = '', of = 'demo') =>
  (): string =>
    `token=${tokenOf(of)}${rest === '' ? '' : `&${rest}`}`;
const signed =
  (of: string, { ago = 0, rest = '', change = (signature: string): string => signature } = {}) =>
  (query: string): string => {
    const more = `${rest}ts=${Math.floor(Date.now() / 1_000) - ago}`;
    const key = secrets.signingKey(personOf(of).id, 1);
    const signature = createHmac('sha256', key).update(`v2\n${query}&${more}`).digest('hex');
    return `${more}&signature=${change(`v2.${signature}`)}`;
  };
const behindMany = (rest: string): string => `${Array.from({ length: 64 }, (_, n) => `x${n}=1`).join('&')}&${rest}`;

const plain = (query: string): Case => ({ of: 'plain', query: say(query) });
/** the outcome of all three; `recorded, then x`: the tracker lets it through for the others to decide */
const cases: Record<string, [string, Case]> = {
  'a plain call': ['recorded', plain('')],
  'all words': ['recorded', plain('goal=install&status=approved&sale_amount=5&currency=USD')],
  'a currency without a rate': ['recorded, then currency_unknown', plain('sale_amount=5&currency=EUR')],
  'no click': ['missing_click', { of: 'plain', query: say(), clickId: () => '' }],
  'a click that nobody minted': ['broken_click', { of: 'plain', query: say(), clickId: (id) => id.slice(0, -1) }],
  'a macro for a click': ['macro_unfilled', { of: 'plain', query: say(), clickId: () => '{click_id}' }],
  'a click in other letters': ['broken_click', { of: 'plain', query: say(), clickId: (id) => id.toLowerCase() }],
  'spaces around the click': ['broken_click', { of: 'plain', query: say(), clickId: (id) => `+${id}` }],
  'another workspace’s click': [
    'foreign_click',
    { of: 'plain', query: say(), clickId: () => world('acme').clickId(numberOf('plain')) },
  ],
  'an offer that is not there': [
    'offer_unknown',
    { of: 'plain', query: say(), clickId: () => world().clickId(2_000_000_000) },
  ],
  'an offer that is not there, and a word twice': [
    'offer_unknown',
    { of: 'plain', query: say('status=a&status=b'), clickId: () => world().clickId(2_000_000_000) },
  ],
  'another offer’s number': ['offer_mismatch', plain('camp_id=1')],
  'the offer’s own number': ['recorded', { of: 'plain', query: () => `${say()()}&camp_id=${numberOf('plain')}` }],
  'the offer’s number with a space': [
    'offer_mismatch',
    { of: 'plain', query: () => `${say()()}&camp_id=+${numberOf('plain')}` },
  ],
  'another offer’s number, and a word twice': ['offer_mismatch', plain('camp_id=1&status=approved&status=rejected')],
  'another offer’s number, and an unknown word': ['offer_mismatch', plain('camp_id=1&status=hm')],

  'a word twice': ['parameter_unclear', plain('status=approved&status=rejected')],
  'a name in capitals': ['parameter_unclear', plain('Status=rejected')],
  'a name in escapes': ['parameter_unclear', plain('st%61tus=rejected')],
  'a name after amp;': ['parameter_unclear', plain('sale_amount=5&amp;currency=INR')],
  'a word behind more than are read': ['parameter_unclear', plain(behindMany('status=rejected'))],
  'many parameters': ['recorded', plain(behindMany('y=1'))],
  'an amount that would be cut': ['parameter_unclear', plain(`sale_amount=${'+'.repeat(254)}12`)],
  'a currency that would be cut': ['parameter_unclear', plain(`sale_amount=5&currency=${'+'.repeat(252)}USDT`)],
  'a status that would be cut': ['parameter_unclear', plain(`status=${'+'.repeat(247)}approvedx`)],
  'a goal that would be cut': ['parameter_unclear', plain(`goal=${'+'.repeat(248)}installer`)],
  'a goal as long as is read': ['goal_unknown', plain(`goal=${'g'.repeat(255)}`)],
  'a word with invisible signs': ['recorded', plain('status=app%E2%80%8Broved')],
  'a word with a line feed in it': ['recorded', plain('status=appro%0Aved')],
  'a broken escape': ['status_unknown', plain('status=%E0%A4%A')],

  'a goal that is not there': ['goal_unknown', plain('goal=signup')],
  'a goal in other letters': ['goal_unknown', plain('goal=INSTALL')],
  'a goal with spaces': ['recorded', plain('goal=+install+')],
  'a goal’s macro': ['macro_unfilled', plain('goal={goal}')],
  'a goal that was, new': ['goal_unknown', { of: 'poorer', query: say('goal=gone') }],
  'a goal that was, with a word about its order': [
    'recorded, then goal_unknown',
    { of: 'poorer', query: say('goal=gone&status=approved') },
  ],
  'a goal that never was, given back': ['recorded, then goal_unknown', plain('goal=never&status=refund')],

  'an unknown word': ['status_unknown', plain('status=fraudd')],
  'a word of another advertiser’s own': ['status_unknown', plain('status=lead_ok')],
  'a word of its own': ['recorded', { of: 'own words', query: 'status=Lead+OK' }],
  'a word of its own, refusing': ['recorded', { of: 'own words', query: 'status=KAPUTT' }],
  'an unknown currency': ['currency_unknown', plain('sale_amount=5&currency=Rs')],
  'no amount': ['malformed_amount', plain('sale_amount=abc')],
  'too large an amount': ['amount_out_of_bounds', plain('sale_amount=99999999')],
  'a large amount of small money': ['recorded', { of: 'dong', query: say('sale_amount=99999999') }],
  'an amount’s macro': ['macro_unfilled', plain('sale_amount={sale_amount}')],
  'a refund beside approved': ['parameter_unclear', plain('status=approved&refund_amount=5')],
  'a part refund without its measure': ['malformed_amount', plain('status=partially_refunded')],

  'an order id as long as is kept': ['recorded', plainTxn(255)],
  'an order id that is too long': ['txn_too_long', plainTxn(256)],
  'an order id longer than is read': ['txn_too_long', plainTxn(1_500)],

  'within the default life': ['recorded', { of: 'plain', query: say(), ageDays: 29 }],
  'after it': ['click_expired', { of: 'plain', query: say(), ageDays: 30 }],
  'after it, with a word about an order': [
    'recorded, then click_expired',
    { of: 'plain', query: say('status=approved'), ageDays: 30 },
  ],
  'after a life of a day': ['click_expired', { of: 'a day', query: say(), ageDays: 1 }],
  'after 100 days of a year': ['recorded', { of: 'a year', query: say(), ageDays: 100 }],
  'after 364 days of a year': ['recorded', { of: 'a year', query: say(), ageDays: 364 }],
  'after a year': ['click_expired', { of: 'a year', query: say(), ageDays: 365 }],

  'no token': ['token_mismatch', { of: 'plain' }],
  'an empty token': ['token_mismatch', { of: 'plain', query: 'token=' }],
  'another’s token': ['token_mismatch', { of: 'plain', query: say('', 'first') }],
  'a token in another name': ['token_mismatch', { of: 'plain', query: () => `t%6fken=${tokenOf('demo')}` }],
  'a token behind more than are read': ['token_mismatch', { of: 'plain', query: () => behindMany(say()()) }],
  'a token and a line feed': ['recorded', { of: 'plain', query: () => `${say()()}%0A` }],
  'two tokens, the right one second': ['token_mismatch', { of: 'plain', query: () => `token=x&${say()()}` }],
  'no token, and an unknown word': ['token_mismatch', { of: 'plain', query: 'status=fraudd' }],
  'no token, and another offer': ['token_mismatch', { of: 'plain', query: 'camp_id=1' }],
  'no token where none is asked for': ['recorded', { of: 'open' }],
  'an advertiser that was rejected': ['sender_unknown', { of: 'rejected' }],
  'the offer’s former advertiser, new': ['recorded, then token_mismatch', { of: 'sold', query: say('', 'first') }],
  'the offer’s present advertiser': ['recorded', { of: 'sold', query: say('', 'second') }],
  'neither of both': ['token_mismatch', { of: 'sold', query: say() }],

  'no signature': ['signature_mismatch', { of: 'signed' }],
  'the right signature': ['recorded', { of: 'signed', query: signed('signed') }],
  'in capitals': [
    'recorded',
    { of: 'signed', query: signed('signed', { change: (s) => `v2.${s.slice(3).toUpperCase()}` }) },
  ],
  'with more behind it': ['signature_mismatch', { of: 'signed', query: signed('signed', { change: (s) => `${s}zz` }) }],
  'with a digit more': ['signature_mismatch', { of: 'signed', query: signed('signed', { change: (s) => `${s}0` }) }],
  'with a digit less': [
    'signature_mismatch',
    { of: 'signed', query: signed('signed', { change: (s) => s.slice(0, -1) }) },
  ],
  'another’s signature': ['signature_mismatch', { of: 'signed', query: signed('both') }],
  'an old signature': ['signature_expired', { of: 'signed', query: signed('signed', { ago: 400 }) }],
  'a signature of tomorrow': ['signature_expired', { of: 'signed', query: signed('signed', { ago: -86_400 }) }],
  'a word added': [
    'signature_mismatch',
    { of: 'signed', query: (query) => `${signed('signed')(query)}&status=approved` },
  ],
  'the signature without the token': ['token_mismatch', { of: 'both', query: signed('both') }],
  'both proofs': [
    'recorded',
    { of: 'both', query: (query) => signed('both', { rest: `${say('', 'both')()}&` })(query) },
  ],

  'a pixel': ['recorded', { of: 'pixel', kind: 'pixel' }],
  'a pixel with a status': ['recorded', { of: 'pixel', kind: 'pixel', query: 'status=fraudd' }],
  'a pixel with a word twice': ['parameter_unclear', { of: 'pixel', kind: 'pixel', query: 'goal=a&goal=b' }],
  'a pixel with a refund': ['parameter_unclear', { of: 'pixel', kind: 'pixel', query: 'refund_amount=5' }],
  'a pixel of an old click': ['click_expired', { of: 'pixel', kind: 'pixel', query: 'status=approved', ageDays: 30 }],
  'a pixel of nobody’s offer': ['sender_unknown', { of: 'rejected', kind: 'pixel' }],
  'a pixel where postbacks are asked for': ['recorded, then pixel_not_enabled', { of: 'plain', kind: 'pixel' }],
  'a pixel where postbacks are asked for, with a wrong amount': [
    'malformed_amount',
    { of: 'plain', kind: 'pixel', query: 'sale_amount=abc' },
  ],
  'a pixel without a click': ['missing_click', { of: 'pixel', kind: 'pixel', clickId: () => '' }],

  'their name for the click': ['recorded', mapped()],
  'their name for the click, where nobody said so': ['missing_click', { of: 'plain', as: 'cid', query: say() }],
  'an offer’s own name for the click': ['recorded', { ...mapped(), of: 'mapped more', as: 'own' }],
  'an offer’s own name on another offer': ['missing_click', { ...mapped(), as: 'own' }],
  'their name for a click that nobody minted': ['missing_click', mapped('', { clickId: (id) => id.slice(0, -1) })],
  'their name for another workspace’s click': [
    'missing_click',
    mapped('', { clickId: () => world('acme').clickId(numberOf('mapped')) }),
  ],
  'their name for another advertiser’s click': [
    'missing_click',
    mapped('', { clickId: () => world().clickId(numberOf('plain')) }),
  ],
  'two clicks under their name': ['missing_click', mapped(() => `cid=${world().clickId(numberOf('mapped'))}`)],
  'a word of theirs beside the click': ['recorded', mapped('click_id=abc')],
  'a macro beside the click': ['recorded', mapped('click_id={click_id}')],
  'our name for the click beside theirs': ['recorded', mapped(() => `click_id=${world().clickId(numberOf('mapped'))}`)],
  'their name for the click, without the token': ['token_mismatch', { of: 'mapped', as: 'cid' }],
  'their name for the click, with another’s token': ['token_mismatch', { of: 'mapped', as: 'cid', query: say() }],
  'their name for an old click': ['click_expired', mapped('', { ageDays: 30 })],
  'their name for a status, refusing': ['recorded', mapped('state=rejected')],
  'their name for an unknown status': ['status_unknown', mapped('state=hm')],
  'both names for a status, alike': ['recorded', mapped('state=approved&status=approved')],
  'both names for a status, contradicting': ['parameter_unclear', mapped('state=rejected&status=approved')],
  'both names for a status, ours first': ['parameter_unclear', mapped('status=approved&state=rejected')],
  'both names, ours empty': ['recorded', mapped('status=&state=approved')],
  'their name twice': ['parameter_unclear', mapped('state=rejected&state=approved')],
  'their name for an order id that is too long': ['txn_too_long', mapped(`tid=${'x'.repeat(300)}&txn_id=`)],
  'their amount': ['recorded', mapped('Amount=1.234,56')],
  'their amount in our name': ['recorded', mapped('sale_amount=1.234,56')],
  'our way of writing amounts, where theirs is another': ['malformed_amount', mapped('sale_amount=12.50')],
  'an amount with its currency': ['recorded', mapped('Amount=USD+12,50')],
  'an amount in a currency and the word for another': ['malformed_amount', mapped('Amount=USD+12,50&currency=INR')],
  'an amount with what is no currency': ['malformed_amount', mapped('Amount=ABC+12,50')],
  'their name for a refund beside approved': ['parameter_unclear', mapped('back=5&status=approved')],
  'their word for a goal': ['recorded', mapped('goal=App')],
  'their word for a goal in other letters': ['goal_unknown', mapped('goal=app')],
  'their word for a goal, of another advertiser': ['goal_unknown', plain('goal=App')],
  'an offer’s own word for its default goal': ['recorded', { ...mapped('goal=App'), of: 'mapped more' }],
  'a goal of every object': ['goal_unknown', mapped('goal=constructor')],
  'a pixel in their names': ['recorded, then pixel_not_enabled', { of: 'mapped', as: 'cid', kind: 'pixel' }],
  'their name, signed': ['recorded', { of: 'mapped and signed', as: 'cid', query: signed('mapped and signed') }],
  'their name, not signed': ['signature_mismatch', { of: 'mapped and signed', as: 'cid' }],
  'their name, the id changed after it was signed': [
    'signature_mismatch',
    {
      of: 'mapped and signed',
      as: 'cid',
      query: () => signed('mapped and signed')(`cid=${world().clickId(numberOf('mapped and signed'))}`),
    },
  ],

  'an offer that is not approved yet': ['recorded, then offer_disabled', { of: 'pending', query: say() }],
  'a paused offer': ['recorded', { of: 'paused', query: say() }],
  'a publisher that is not there': [
    'recorded, then publisher_unknown',
    { of: 'plain', query: say(), clickId: () => world().clickId(numberOf('plain'), undefined, 2_000_000_000) },
  ],
};

function mapped(rest: string | (() => string) = '', more: Partial<Case> = {}): Case {
  return { of: 'mapped', as: 'cid', query: () => say(typeof rest === 'string' ? rest : rest(), 'mapped')(), ...more };
}

function plainTxn(length: number): Case {
  return { of: 'plain', query: say(`txn_id=${'x'.repeat(length)}`) };
}

interface Said {
  tracker: string | undefined;
  judge: string | undefined;
  checker: string | undefined;
}
const said = new Map<string, Said>();

/** all at once: rows are shipped, taken in and judged together */
async function sendAll(): Promise<void> {
  const paths = new Map<string, string>();
  for (const [name, [, one]] of Object.entries(cases)) {
    const path = pathOf(one, paths.size);
    paths.set(name, path);
    const { body } = await t.call(routes.checkPostback, {
      token: admin,
      params: { id: (people[one.of] ?? personOf('demo')).id },
      body: { address: `http://demo.localhost:3001${path}` },
    });
    said.set(name, { tracker: undefined, judge: undefined, checker: body.outcome ?? JSON.stringify(body) });
  }
  // the user agent says which case it is: some have no other name that could
  const names = [...paths.keys()];
  await Promise.all(names.map((name, at) => tracker.get(paths.get(name) ?? '', { 'User-Agent': `case/${at}` })));
  await tracker.until(() => tracker.server.rows.length >= names.length);
  const rows = tracker.server.rows.map(({ kind, row }) => ({
    kind,
    name: names[Number(row.user_agent?.slice('case/'.length))] ?? '',
    row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
  }));
  const frames = rows.map(({ kind, row }) => encodeFrame(kind, [row]));
  await t.app.intake.accept({ tracker: '00000000000000fe', segment: 1, offset: 0, body: Buffer.concat(frames) });
  // what the tracker has refused is judged as well, as when it is replayed
  await t.database.asOwner(`insert into receipt_queue (tenant_id, receipt_id, at)
    select tenant_id, receipt_id, at from receipts on conflict do nothing`);
  await t.app.worker?.drain();
  for (const { name, row } of rows) {
    const judge = await world().outcome(row.receipt_id ?? '');
    said.set(name, { ...(said.get(name) ?? missing(name)), tracker: row.outcome, judge });
  }
}

function pathOf(
  { of, query = '', clickId = (same) => same, as = 'click_id', ageDays = 0, kind = 'postback' }: Case,
  number: number,
) {
  const at = new Date(t.clock.now().getTime() - ageDays * DAY_MS - 60_000);
  const isNamed = typeof query === 'string' || !/txn_id/.test(query(''));
  const start = `${as}=${clickId(world().clickId(numberOf(of), at))}${isNamed ? `&txn_id=t${number}` : ''}`;
  const rest = typeof query === 'string' ? query : query(start);
  return `${kind === 'pixel' ? '/pixel.gif' : '/postback'}?${start}${rest === '' ? '' : `&${rest}`}`;
}

test.each(Object.entries(cases).map(([name, [outcome]]) => [name, outcome]))('%s: %s', (name, outcome) => {
  const [tracker = '', then = tracker] = outcome.split(', then ');
  expect(said.get(name)).toEqual({ tracker, judge: then, checker: then });
});
