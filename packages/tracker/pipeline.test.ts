// A table of cases for every step of the pipeline: what comes in, which verdict it gets, where it goes.
import { clickIdMint } from '@tributary/contract/tracker/click-id';
import { macKey } from '@tributary/contract/tracker/siphash';
import type { SnapshotOffer, SnapshotPut } from '@tributary/contract/tracker/snapshot';
import { describe, expect, test } from 'vitest';
import { Click } from './click.ts';
import { Leases } from './leases/leases.ts';
import { jsonLog } from './log.ts';
import { Devices } from './lookups/device.ts';
import { openGeo } from './lookups/geo.ts';
import { parseNetwork } from './lookups/network.ts';
import { Velocity } from './memory/velocity.ts';
import { Visitors } from './memory/visitors.ts';
import { clickSteps, decideClick, decideImpression } from './pipeline.ts';
import { random32 } from './random.ts';
import { EMPTY_SNAPSHOT, type Snapshot, SnapshotBuilder } from './snapshot/snapshot.ts';
import { eventRow } from './spool/rows.ts';
import { ClientIp } from './steps/client-ip.ts';
import * as make from './testing/entities.ts';
import { readRows } from './testing/fixture-server.ts';
import { ANDROID, CHROME, IPHONE, requestOf } from './testing/request.ts';
import { Query, splitTarget } from './transport/query.ts';
import type { TrackerRequest } from './transport/transport.ts';
import type { LiveWorld } from './world.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z'); // a Monday
const geo = openGeo({ country: null, city: null, asn: null });
const devices = new Devices();
const log = jsonLog({}, () => {});

function newWorld(): LiveWorld {
  const trusted = ['10.0.0.0/8', '2001:db8::/32'].map((cidr) => parseNetwork(cidr) ?? expect.fail());
  return {
    clientIp: new ClientIp(trusted),
    geo,
    devices,
    visitors: new Visitors(1024 * 1024),
    velocity: new Velocity('light', 1024 * 1024),
    leases: new Leases({ trackerId: 't', boot: 'b', log, call: () => Promise.reject(new Error('no server')) }),
    mintId: clickIdMint(macKey(new Uint8Array(16)), random32),
  };
}

function snapshotOf(...puts: SnapshotPut[]): Snapshot {
  const builder = new SnapshotBuilder(EMPTY_SNAPSHOT, 'localhost');
  for (const put of [...make.basics(), ...puts]) builder.put(put);
  return builder.build(7);
}

const withOffer = (change: Partial<SnapshotOffer>): Snapshot => snapshotOf({ put: 'offer', value: make.offer(change) });

const GOOD = '/click?camp_id=10&publisher_id=2&p1=abc';

function decide(snapshot: Snapshot, request: TrackerRequest = requestOf(GOOD), world = newWorld(), now = NOW): Click {
  const tenant = snapshot.tenants.get(1) ?? expect.fail();
  const { path = '', query = '' } = splitTarget(request.target) ?? {};
  const click = new Click(
    'click',
    request,
    new Query(query, { url: 2048 }),
    tenant,
    'demo.localhost',
    now,
    snapshot.version,
  );
  if (path.startsWith('/c/')) click.code = path.slice(3);
  expect(decideClick(click, world)).toBeNull();
  return click;
}

const verdictOf = (...given: Parameters<typeof decide>): string => decide(...given).verdict;

test('the pipeline is this list, in this order', () => {
  expect(clickSteps.map(({ name }) => name)).toEqual([
    'resolve',
    'client-ip',
    'geo',
    'device',
    'bot',
    'shield',
    'schedule',
    'visibility',
    'velocity',
    'caps',
    'repeat',
    'target',
    'render',
  ]);
});

describe('resolve', () => {
  test.each<[string, string, SnapshotPut[]]>([
    [GOOD, 'accepted', []],
    ['/click?camp_id=99&publisher_id=2', 'offer_unknown', []],
    ['/click?publisher_id=2', 'offer_unknown', []],
    ['/click?camp_id=10e1&publisher_id=2', 'offer_unknown', []],
    ['/click?camp_id=10&publisher_id=99', 'publisher_unknown', []],
    [GOOD, 'publisher_inactive', [{ put: 'publisher', value: make.publisher({ status: 'pending' }) }]],
    [GOOD, 'publisher_inactive', [{ put: 'publisher', value: make.publisher({ status: 'rejected' }) }]],
    [GOOD, 'offer_paused', [{ put: 'offer', value: make.offer({ status: 'paused' }) }]],
    [GOOD, 'offer_pending', [{ put: 'offer', value: make.offer({ status: 'pending' }) }]],
    [GOOD, 'advertiser_credit', [{ put: 'advertiser', value: make.advertiser({ credit: 'stopped' }) }]],
    [GOOD, 'accepted', [{ put: 'advertiser', value: make.advertiser({ credit: 'open' }) }]],
    [GOOD, 'accepted', [{ put: 'advertiser', value: make.advertiser({ number: 4, credit: 'stopped' }) }]],
    [GOOD, 'workspace_closed', [{ put: 'tenant', value: make.tenant({ servesUntil: NOW }) }]],
    [GOOD, 'accepted', [{ put: 'tenant', value: make.tenant({ servesUntil: NOW + 1 }) }]],
    ['/c/abc', 'accepted', [{ put: 'link', value: make.link() }]],
    ['/c/nope', 'link_unknown', [{ put: 'link', value: make.link() }]],
    ['/c/__proto__', 'link_unknown', []],
  ])('%s is %s', (target, verdict, puts) => {
    expect(verdictOf(snapshotOf(...puts), requestOf(target))).toBe(verdict);
  });

  test('credit that is used up sends to the fallback, and a patch opens it again', () => {
    const stop = { put: 'advertiser', value: make.advertiser({ credit: 'stopped' }) } as const;
    const away = make.offer({ fallbackUrl: 'https://fallback.example/' });
    const stopped = snapshotOf(stop, { put: 'offer', value: away });
    expect(decide(stopped)).toMatchObject({ verdict: 'advertiser_credit', sentTo: 'offer_fallback' });
    const patch = new SnapshotBuilder(stopped, 'localhost');
    patch.put({ put: 'offer', value: make.offer({ fallbackUrl: null }) });
    expect(decide(patch.build(8))).toMatchObject({ verdict: 'advertiser_credit', sentTo: 'page' });
    const opened = new SnapshotBuilder(stopped, 'localhost');
    opened.put({ put: 'advertiser', value: make.advertiser() });
    expect(verdictOf(opened.build(9))).toBe('accepted');
    expect(verdictOf(stopped)).toBe('advertiser_credit');
  });

  test('a short link brings its own values, and the click’s own win', () => {
    const snapshot = snapshotOf({ put: 'link', value: make.link({ params: { p1: 'preset', source: 'site9' } }) });
    expect(decide(snapshot, requestOf('/c/abc')).location).toContain('p=preset&s=site9');
    expect(decide(snapshot, requestOf('/c/abc?p1=own')).location).toContain('p=own&s=site9');
    expect(decide(snapshot, requestOf('/c/abc?camp_id=99&publisher_id=99')).verdict).toBe('accepted');
  });
});

describe('client-ip', () => {
  test.each<[string, string | undefined, string]>([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['2a00:1450::1', undefined, '2a00:1450::1'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', 'evil, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.1', '[2a00:1450::1]:443', '2a00:1450::1'],
    ['2001:db8::5', '2a00:1450::1', '2a00:1450::1'],
    ['10.0.0.1', ',,,', '10.0.0.1'],
  ])('a peer %s that forwards for %s is %s', (peer, forwarded, expected) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(decide(snapshotOf(), requestOf(GOOD, headers, { peer })).ip).toBe(expected);
  });
});

describe('geo', () => {
  test.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['2405:200::1', 'IN'],
    ['49.36.0.1', 'IN'],
    ['127.0.0.1', ''],
    ['garbage', ''],
  ])('%s is in %j', (peer, country) => {
    expect(decide(snapshotOf(), requestOf(GOOD, {}, { peer })).country).toBe(country);
  });
});

describe('device', () => {
  test('reads device, language and the page it came from, without its query', () => {
    const click = decide(
      snapshotOf(),
      requestOf(GOOD, {
        'user-agent': ANDROID,
        'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8',
        referer: 'https://News.Example:8080/story/7?session=secret#x',
      }),
    );
    expect(click.device).toMatchObject({ type: 'mobile', os: 'android' });
    expect(click).toMatchObject({ language: 'hi', refererHost: 'news.example', referer: 'News.Example:8080/story/7' });
  });
});

describe('bot', () => {
  test.each<[string, Record<string, string>, string]>([
    ['GET', {}, 'accepted'],
    ['HEAD', {}, 'head'],
    ['GET', { 'sec-purpose': 'prefetch' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
    ['GET', { purpose: 'prefetch' }, 'prefetch'],
    ['GET', { purpose: 'preview' }, 'prefetch'],
    ['GET', { 'x-moz': 'prefetch' }, 'prefetch'],
    ['GET', { 'user-agent': 'facebookexternalhit/1.1' }, 'preview'],
    ['GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }, 'preview'],
    ['GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'bot'],
    ['GET', { 'user-agent': '' }, 'bot'],
    ['GET', { 'sec-fetch-dest': 'document' }, 'accepted'],
    ['GET', { 'sec-fetch-dest': 'image' }, 'embedded'],
    ['GET', { 'sec-fetch-dest': 'iframe' }, 'embedded'],
    ['GET', { 'sec-fetch-dest': 'script' }, 'embedded'],
  ])('%s with %j is %s', (method, headers, verdict) => {
    const click = decide(snapshotOf(), requestOf(GOOD, headers, { method }));
    expect(click.verdict).toBe(verdict);
    expect(click.sentTo).toBe('destination');
    expect(click.isBillable).toBe(verdict === 'accepted');
  });

  test('what is not billed leaves no trace: the person behind it is still a first visitor', () => {
    const world = newWorld();
    decide(snapshotOf(), requestOf(GOOD, { 'sec-purpose': 'prefetch' }), world);
    expect(decide(snapshotOf(), requestOf(GOOD), world).isUnique).toBe(true);
  });
});

describe('shield', () => {
  test.each<[string, Parameters<typeof make.shield>[0], TrackerRequest, string]>([
    ['an address', { networks: ['8.8.8.8'] }, requestOf(GOOD), 'shield_ip'],
    ['a block', { networks: ['8.8.0.0/16'] }, requestOf(GOOD), 'shield_ip'],
    ['another block', { networks: ['8.9.0.0/16', '9.0.0.0/8'] }, requestOf(GOOD), 'accepted'],
    ['an IPv6 block', { networks: ['2a00:1450::/32'] }, requestOf(GOOD, {}, { peer: '2a00:1450:1::1' }), 'shield_ip'],
    ['nonsense in the list', { networks: ['what', ''] }, requestOf(GOOD), 'accepted'],
    ['a user agent', { userAgents: ['chrome/126'] }, requestOf(GOOD), 'shield_user_agent'],
    ['pattern signs are text', { userAgents: ['.*', '(a+)+$'] }, requestOf(GOOD), 'accepted'],
    [
      'a referrer',
      { referrers: ['bad.example'] },
      requestOf(GOOD, { referer: 'https://bad.example/x' }),
      'shield_referrer',
    ],
    [
      'its subdomain',
      { referrers: ['bad.example'] },
      requestOf(GOOD, { referer: 'http://a.b.bad.example' }),
      'shield_referrer',
    ],
    [
      'not its neighbour',
      { referrers: ['bad.example'] },
      requestOf(GOOD, { referer: 'http://notbad.example' }),
      'accepted',
    ],
    ['a source', { sources: [{ publisher: null, source: 'S1' }] }, requestOf(`${GOOD}&source=s1`), 'shield_source'],
    [
      'a publisher’s source',
      { sources: [{ publisher: 2, source: 's1' }] },
      requestOf(`${GOOD}&source=s1`),
      'shield_source',
    ],
    ['another publisher’s', { sources: [{ publisher: 5, source: 's1' }] }, requestOf(`${GOOD}&source=s1`), 'accepted'],
    ['the offer’s own list', { offer: 10, networks: ['8.8.8.8'] }, requestOf(GOOD), 'shield_ip'],
    ['another offer’s list', { offer: 11, networks: ['8.8.8.8'] }, requestOf(GOOD), 'accepted'],
  ])('%s', (_name, list, request, verdict) => {
    expect(verdictOf(snapshotOf({ put: 'shield', value: make.shield(list) }), request)).toBe(verdict);
  });
});

describe('schedule', () => {
  const hours = (timezone: string, fromMinute: number, toMinute: number, days: number[] = [], inverted = false) => ({
    schedules: [{ timezone, days, fromMinute, toMinute, inverted }],
  });
  test.each<[string, Partial<SnapshotOffer>, string]>([
    ['starts later', { startsAt: NOW + 1 }, 'offer_not_started'],
    ['starts now', { startsAt: NOW }, 'accepted'],
    ['ends now', { endsAt: NOW }, 'offer_ended'],
    ['ends later', { endsAt: NOW + 1 }, 'accepted'],
    ['open at noon UTC', hours('UTC', 600, 780), 'accepted'],
    ['closed at noon UTC', hours('UTC', 0, 720), 'outside_hours'],
    ['open at 17:30 in Kolkata', hours('Asia/Kolkata', 1050, 1051), 'accepted'],
    ['closed at 17:30 in Kolkata', hours('Asia/Kolkata', 1051, 1052), 'outside_hours'],
    ['Mondays', hours('UTC', 0, 0, [1]), 'accepted'],
    ['not Mondays', hours('UTC', 0, 0, [2, 3, 4, 5, 6, 7]), 'outside_hours'],
    ['inactive hours', hours('UTC', 700, 740, [], true), 'outside_hours'],
    [
      'all windows must be open',
      { schedules: [...hours('UTC', 600, 780).schedules, ...hours('UTC', 0, 720).schedules] },
      'outside_hours',
    ],
  ])('%s', (_name, change, verdict) => {
    expect(verdictOf(withOffer(change))).toBe(verdict);
  });
});

describe('visibility', () => {
  test.each<[Partial<SnapshotOffer>, string]>([
    [{ visibility: 'public' }, 'accepted'],
    [{ visibility: 'public', blockedPublishers: [2] }, 'publisher_not_allowed'],
    [{ visibility: 'private' }, 'publisher_not_allowed'],
    [{ visibility: 'private', allowedPublishers: [2] }, 'accepted'],
    [{ visibility: 'permission', allowedPublishers: [5] }, 'publisher_not_allowed'],
    [{ visibility: 'permission', allowedPublishers: [2] }, 'accepted'],
    [{ visibility: 'private', allowedPublishers: [2], blockedPublishers: [2] }, 'publisher_not_allowed'],
  ])('%j: %s', (change, verdict) => {
    expect(verdictOf(withOffer(change))).toBe(verdict);
  });
});

describe('repeat', () => {
  const second = (change: Partial<SnapshotOffer>, request: TrackerRequest, laterMs = 0): Click => {
    const world = newWorld();
    const snapshot = withOffer(change);
    expect(decide(snapshot, requestOf(GOOD), world).isUnique).toBe(true);
    return decide(snapshot, request, world, NOW + laterMs);
  };
  test.each<[string, Partial<SnapshotOffer>, TrackerRequest, number, string, boolean | null]>([
    ['the same visitor is a repeat', {}, requestOf(GOOD), 0, 'accepted', false],
    ['or a duplicate where the offer says so', { duplicates: 'refuse' }, requestOf(GOOD), 0, 'duplicate', false],
    ['within 168 hours', { duplicates: 'refuse' }, requestOf(GOOD), 168 * make.HOUR_MS - 1000, 'duplicate', false],
    ['but not after them', { duplicates: 'refuse' }, requestOf(GOOD), 168 * make.HOUR_MS, 'accepted', true],
    ['or the offer’s own time', { uniqueForMs: make.HOUR_MS }, requestOf(GOOD), make.HOUR_MS, 'accepted', true],
    ['another address is new', {}, requestOf(GOOD, {}, { peer: '8.8.4.4' }), 0, 'accepted', true],
    ['another device is new', {}, requestOf(GOOD, { 'user-agent': IPHONE }), 0, 'accepted', true],
  ])('%s', (_name, change, request, laterMs, verdict, isUnique) => {
    expect(second(change, request, laterMs)).toMatchObject({ verdict, isUnique });
  });

  const elsewhere: SnapshotOffer['targets'] = [{ field: 'country', op: 'in', values: ['IN'] }];

  test('a click refused later on is no unique one, but its visitor is known from then on', () => {
    const world = newWorld();
    const refused = decide(withOffer({ targets: elsewhere }), requestOf(GOOD), world);
    expect(refused).toMatchObject({ verdict: 'target_country', isUnique: null });
    expect(decide(snapshotOf(), requestOf(GOOD), world)).toMatchObject({ verdict: 'accepted', isUnique: false });
  });

  test('unique clicks are accepted ones: a hundred refused clicks of one visitor, or of a hundred, make none', () => {
    const world = newWorld();
    const snapshot = withOffer({ targets: elsewhere });
    for (let at = 0; at < 50; at++) expect(decide(snapshot, requestOf(GOOD), world).isUnique).not.toBe(true);
    for (let at = 0; at < 50; at++) {
      expect(decide(snapshot, requestOf(GOOD, {}, { peer: `8.8.4.${at}` }), world).isUnique).not.toBe(true);
    }
  });
});

describe('what a program asks beforehand', () => {
  const targets: SnapshotOffer['targets'] = [{ field: 'country', op: 'in', values: ['IN'] }];
  test.each<[string, Record<string, string>, string, string]>([
    ['HEAD', {}, 'head', 'target_country'],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch', 'target_country'],
    ['GET', { 'user-agent': 'facebookexternalhit/1.1' }, 'preview', 'target_country'],
  ])(
    '%s with %j on a refused country is %s, not an invalid click, and goes where a click would',
    (method, headers, mark) => {
      const click = decide(withOffer({ targets }), requestOf(GOOD, headers, { method }));
      expect(click).toMatchObject({ verdict: mark, refusal: 'target_country', sentTo: 'page', isUnique: null });
    },
  );

  test('a bot’s click that is refused says why', () => {
    const bot = requestOf(GOOD, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect(verdictOf(withOffer({ targets }), bot)).toBe('target_country');
  });
});

describe('velocity', () => {
  test('refuses a flood as click_spam, before caps and repeats see it; other addresses go on', () => {
    const world = newWorld();
    const snapshot = withOffer({ duplicates: 'refuse' });
    const of = (at: number) => requestOf(GOOD, { 'user-agent': `${CHROME} ${at}` });
    const seen = Array.from({ length: 1000 }, (_, at) => verdictOf(snapshot, of(at), world));
    expect(seen.filter((verdict) => verdict === 'accepted')).toHaveLength(100);
    expect(seen.slice(100).every((verdict) => verdict === 'click_spam')).toBe(true);
    expect(verdictOf(snapshot, requestOf(GOOD, {}, { peer: '1.1.1.1' }), world)).toBe('accepted');
  });

  test('does not count what is not billed', () => {
    const world = newWorld();
    for (let at = 0; at < 500; at++) decide(snapshotOf(), requestOf(GOOD, {}, { method: 'HEAD' }), world);
    expect(verdictOf(snapshotOf(), requestOf(GOOD), world)).toBe('accepted');
  });

  test('impressions are paid by the thousand: of a flood of them as much is refused, and clicks are not made to pay', () => {
    const [world, snapshot] = [newWorld(), snapshotOf()];
    const show = () => {
      const tenant = snapshot.tenants.get(1) ?? expect.fail();
      const shown = new Click(
        'impression',
        requestOf(GOOD),
        new Query('camp_id=10&publisher_id=2'),
        tenant,
        'h',
        NOW,
        1,
      );
      decideImpression(shown, world);
      return shown.verdict;
    };
    const seen = Array.from({ length: 600 }, show);
    expect(seen.slice(0, 100).every((verdict) => verdict === 'accepted')).toBe(true);
    expect(seen.slice(100).every((verdict) => verdict === 'click_spam')).toBe(true);
    expect(verdictOf(snapshot, requestOf(GOOD), world)).toBe('accepted');
  });
});

describe('target', () => {
  type Target = SnapshotOffer['targets'][number];
  test.each<[Target, Record<string, string>, string]>([
    [{ field: 'country', op: 'in', values: ['us', 'IN'] }, {}, 'accepted'],
    [{ field: 'country', op: 'in', values: ['IN'] }, {}, 'target_country'],
    [{ field: 'country', op: 'not_in', values: ['US'] }, {}, 'target_country'],
    [{ field: 'device', op: 'in', values: ['mobile'] }, { 'user-agent': ANDROID }, 'accepted'],
    [{ field: 'device', op: 'in', values: ['mobile'] }, { 'user-agent': CHROME }, 'target_device'],
    [{ field: 'brand', op: 'in', values: ['Samsung'] }, { 'user-agent': ANDROID }, 'accepted'],
    [{ field: 'brand', op: 'not_in', values: ['apple'] }, { 'user-agent': IPHONE }, 'target_brand'],
    [{ field: 'os', op: 'in', values: ['android'] }, { 'user-agent': ANDROID }, 'accepted'],
    [{ field: 'os', op: 'in', values: ['ios'] }, { 'user-agent': ANDROID }, 'target_os'],
    [{ field: 'browser', op: 'in', values: ['safari'] }, { 'user-agent': IPHONE }, 'accepted'],
    [{ field: 'browser', op: 'not_in', values: ['chrome'] }, { 'user-agent': CHROME }, 'target_browser'],
    [{ field: 'language', op: 'in', values: ['hi'] }, { 'accept-language': 'hi-IN' }, 'accepted'],
    [{ field: 'language', op: 'in', values: ['hi'] }, { 'accept-language': 'hindi' }, 'target_language'],
    [{ field: 'language', op: 'in', values: ['hi'] }, {}, 'target_language'],
    [{ field: 'region', op: 'in', values: ['Delhi'] }, {}, 'target_region'],
    [{ field: 'city', op: 'not_in', values: ['Delhi'] }, {}, 'accepted'],
    [{ field: 'isp', op: 'in', values: ['x'] }, {}, 'target_isp'],
    [{ field: 'source', op: 'not_in', values: [''] }, {}, 'target_source'],
    [{ field: 'hosting', op: 'refuse' }, {}, 'accepted'],
    [{ field: 'os_version', os: 'android', min: '10', max: null }, { 'user-agent': ANDROID }, 'accepted'],
    [{ field: 'os_version', os: 'android', min: '14.1', max: null }, { 'user-agent': ANDROID }, 'target_os_version'],
    [{ field: 'os_version', os: 'android', min: '9', max: '13.9' }, { 'user-agent': ANDROID }, 'target_os_version'],
    [{ field: 'os_version', os: 'ios', min: '17.10', max: null }, { 'user-agent': IPHONE }, 'target_os_version'],
    [{ field: 'os_version', os: 'ios', min: '17.5', max: '17.5' }, { 'user-agent': IPHONE }, 'accepted'],
    [{ field: 'os_version', os: 'ios', min: '99', max: null }, { 'user-agent': ANDROID }, 'accepted'],
  ])('%j with %j is %s', (target, headers, verdict) => {
    expect(verdictOf(withOffer({ targets: [target] }), requestOf(GOOD, headers))).toBe(verdict);
  });
});

describe('render', () => {
  test('fills the offer’s template', () => {
    const click = decide(snapshotOf(), requestOf('/click?camp_id=10&publisher_id=2&p1=a%20b&source=s%261'));
    expect(click.location).toBe(`https://shop.example/landing?cid=${click.id}&pub=2&p=a%20b&s=s%261&c=US`);
  });

  test('every click-time token of the catalogue has its value', () => {
    const url =
      'https://a.example/?{camp_id},{campaign_title},{camp_type},{camp_ext_id},{aff_name},{advertiser_id},{advertiser_name},' +
      '{click_time},{click_datetime},{tdomain},{is_unique},{os},{country_name},{currency},{payout|none},{gaid},{app_id|none}';
    const click = decide(withOffer({ url }), requestOf(`${GOOD}&gaid=G1`));
    expect(decodeURIComponent(click.location)).toBe(
      'https://a.example/?10,Summer sale,CPS,EXT-1,Example Media,3,Example Shop,' +
        '1794830400,2026-11-16 17:30:00,demo.localhost,1,windows,United States,USD,none,G1,none',
    );
  });

  test.each<[string, Partial<SnapshotOffer>, string, string]>([
    [
      'the landing page asked for',
      { landings: [{ number: 4, url: 'https://four.example/' }] },
      '&url_id=4',
      'https://four.example/',
    ],
    ['the default for an unknown one', { url: 'https://d.example/', landings: [] }, '&url_id=4', 'https://d.example/'],
    ['no deep link unless allowed', { url: 'https://d.example/' }, '&url=https://evil.example/', 'https://d.example/'],
    [
      'a deep link with the offer’s parameters',
      { url: 'https://d.example/x?a={p1}#f', deepLinkHosts: ['shop.example'] },
      '&url=https%3A%2F%2Fshop.example%2Fitem%3Fid%3D7%23top',
      'https://shop.example/item?id=7&a=abc#top',
    ],
    [
      'a deep link handed to the offer’s own page',
      { url: 'https://d.example/?to={url}', deepLinkHosts: ['*.shop.example'] },
      '&url=https://m.shop.example/?a=1',
      'https://d.example/?to=https%3A%2F%2Fm.shop.example%2F%3Fa%3D1',
    ],
  ])('%s', (_name, change, query, location) => {
    expect(decide(withOffer(change), requestOf(GOOD + query)).location).toBe(location);
  });

  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://evilshop.example/',
    'https://shop.example@evil.example/',
    'https://user:pw@shop.example/',
    'https://shop.example:8443/',
    '//shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'shop.example',
    'https:/\\evil.example',
  ])('the deep link %s is refused and goes to the fallback', (url) => {
    const fallbackUrl = 'https://fallback.example/?u={url}';
    const click = decide(
      withOffer({ deepLinkHosts: ['shop.example'], fallbackUrl }),
      requestOf(`${GOOD}&url=${encodeURIComponent(url)}`),
    );
    expect(click).toMatchObject({ verdict: 'deep_link_refused', location: 'https://fallback.example/?u=' });
  });

  test.each<[string, string | null, string | null, SnapshotOffer['status'], string, string]>([
    [
      'the offer’s fallback',
      'https://o.example/',
      'https://t.example/',
      'paused',
      'offer_fallback',
      'https://o.example/',
    ],
    ['else the tenant’s', null, 'https://t.example/', 'paused', 'tenant_fallback', 'https://t.example/'],
    ['else the page', null, null, 'paused', 'page', ''],
    [
      'a broken one is passed over',
      'javascript:x',
      'https://t.example/',
      'paused',
      'tenant_fallback',
      'https://t.example/',
    ],
  ])('a refused click goes to %s', (_name, ofOffer, ofTenant, status, sentTo, location) => {
    const snapshot = snapshotOf(
      { put: 'tenant', value: make.tenant({ fallbackUrl: ofTenant }) },
      { put: 'offer', value: make.offer({ fallbackUrl: ofOffer, status }) },
    );
    expect(decide(snapshot)).toMatchObject({ sentTo, location });
  });

  test('a closed workspace sends all traffic to the tenant’s fallback, not the offer’s', () => {
    const snapshot = snapshotOf(
      { put: 'tenant', value: make.tenant({ fallbackUrl: 'https://t.example/', servesUntil: 1 }) },
      { put: 'offer', value: make.offer({ fallbackUrl: 'https://o.example/' }) },
    );
    expect(decide(snapshot).location).toBe('https://t.example/');
  });

  test('an offer whose URL has no fixed host sends nobody anywhere', () => {
    expect(decide(withOffer({ url: 'https://{p1}.example/' }))).toMatchObject({
      verdict: 'no_destination',
      sentTo: 'page',
    });
  });
});

describe('the record', () => {
  const row = (click: Click) => readRows('click', Buffer.from(eventRow(click)))[0]?.row;

  test('has every column, with what the steps found', () => {
    const click = decide(
      snapshotOf(),
      requestOf(`${GOOD}&source=s1&sub_source=x&p2=%22q%5C&gaid=G&unknown=1&p1=second`),
    );
    expect(row(click)).toMatchObject({
      tenant_id: make.tenant().id,
      event_id: click.id,
      at: '2026-11-16 12:00:00.000Z',
      offer: '10',
      publisher: '2',
      advertiser: '3',
      verdict: 'accepted',
      sent_to: 'destination',
      is_unique: 't',
      ip: '8.8.8.8',
      country: 'US',
      device_type: 'desktop',
      os: 'windows',
      user_agent: CHROME,
      source: 's1',
      sub_source: 'x',
      snapshot_version: '7',
      region: null,
      params: JSON.stringify({ p1: 'abc', p2: '"q\\', gaid: 'G' }),
    });
  });

  test('of a refused click says as much about the visitor as that of a good one', () => {
    const refused = row(decide(snapshotOf(), requestOf('/click?camp_id=99&publisher_id=2')));
    expect(refused).toMatchObject({
      verdict: 'offer_unknown',
      offer: null,
      publisher: '2',
      country: 'US',
      os: 'windows',
      sent_to: 'page',
    });
  });

  test('an impression is recorded without spending or remembering anything', () => {
    const world = newWorld();
    const tenant = snapshotOf().tenants.get(1) ?? expect.fail();
    const request = requestOf(GOOD, { 'sec-fetch-dest': 'image' });
    const impression = new Click('impression', request, new Query('camp_id=10&publisher_id=2'), tenant, 'h', NOW, 1);
    decideImpression(impression, world);
    expect(impression.verdict).toBe('accepted');
    expect(world.visitors.size).toBe(0);
  });
});
