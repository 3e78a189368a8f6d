// Clicks and impressions of a tracker that runs, while its configuration is edited, and then the replay program over their rows and
// the configuration that each of them names: the same verdicts, all of them.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Replayed } from '@tributary/contract/tracker/replayed';
import type { SnapshotPut } from '@tributary/contract/tracker/snapshot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as make from '../testing/entities.ts';
import type { Row } from '../testing/fixture-server.ts';
import { Harness } from '../testing/harness.ts';
import { LeaseLedger } from '../testing/lease-ledger.ts';
import { CHROME } from '../testing/request.ts';

const harness = new Harness();
/** what trackers were told, by version */
const documents = new Map<number, string>();
const state = new Map<string, SnapshotPut>();
let answers: Replayed[] = [];
let rows: { kind: string; row: Row }[] = [];

const keyOf = ({ put, value }: SnapshotPut): string =>
  `${put}/${'number' in value ? value.number : 'code' in value ? value.code : ''}`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const first: SnapshotPut[] = [
  ...make.basics(),
  { put: 'offer', value: make.offer({ number: 11, status: 'paused', fallbackUrl: 'https://fall.example/{camp_id}' }) },
  { put: 'offer', value: make.offer({ number: 12, targets: [{ field: 'device', op: 'in', values: ['mobile'] }] }) },
  { put: 'offer', value: make.offer({ number: 13, duplicates: 'refuse' }) },
  { put: 'offer', value: make.offer({ number: 14, caps: [{ id: 'cap-14', publisher: null }] }) },
  { put: 'offer', value: make.offer({ number: 15, visibility: 'private' }) },
  { put: 'offer', value: make.offer({ number: 16, deepLinkHosts: ['shop.example'] }) },
  { put: 'offer', value: make.offer({ number: 17, startsAt: Date.now() + 3_600_000 }) },
  { put: 'publisher', value: make.publisher({ number: 4, status: 'pending' }) },
  { put: 'link', value: make.link({ params: { p1: 'preset', source: 'mail' } }) },
];
/** each opens what was shut, or shuts what was open */
const edits: SnapshotPut[][] = [
  [
    { put: 'offer', value: make.offer({ status: 'paused' }) },
    { put: 'offer', value: make.offer({ number: 11 }) },
  ],
  [
    { put: 'offer', value: make.offer({ url: 'https://other.example/?c={click_id}&l={landing}' }) },
    {
      put: 'offer',
      value: make.offer({ number: 12, targets: [{ field: 'browser', op: 'not_in', values: ['chrome'] }] }),
    },
    { put: 'publisher', value: make.publisher({ number: 4 }) },
  ],
  [
    { put: 'shield', value: make.shield({ userAgents: ['iphone'], sources: [{ publisher: null, source: 'spam' }] }) },
    { put: 'offer', value: make.offer({ number: 15, visibility: 'private', allowedPublishers: [2] }) },
  ],
];
const requests: [path: string, headers?: Record<string, string>, method?: string][] = [
  ...[10, 11, 12, 13, 13, 14, 14, 14, 15, 17, 99].map((offer): [string] => [`/click?camp_id=${offer}&publisher_id=2`]),
  ['/click?camp_id=10&publisher_id=4&source=spam&p1=a%26b'],
  ['/click?camp_id=10&publisher_id=77'],
  ['/click?camp_id=10&publisher_id=2&source=spam&sub_source=x'],
  ['/click?camp_id=16&publisher_id=2&url=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1'],
  ['/click?camp_id=16&publisher_id=2&url=https%3A%2F%2Fevil.example%2F'],
  [
    '/click?camp_id=12&publisher_id=2',
    { 'User-Agent': IPHONE, 'Accept-Language': 'de-DE,de;q=0.9', Referer: 'https://blog.example/post?x=1' },
  ],
  ['/click?camp_id=10&publisher_id=2', { 'User-Agent': BOT }],
  ['/click?camp_id=10&publisher_id=2', {}, 'HEAD'],
  ['/click?camp_id=10&publisher_id=2', { 'Sec-Purpose': 'prefetch' }],
  ['/click?camp_id=10&publisher_id=2', { 'Sec-Fetch-Dest': 'image' }],
  ['/c/abc?p2=own'],
  ['/c/none'],
  ['/imp?camp_id=10&publisher_id=2'],
  ['/imp?camp_id=11&publisher_id=4'],
];

async function publish(puts: SnapshotPut[], isFull: boolean): Promise<void> {
  for (const put of puts) state.set(keyOf(put), put);
  if (isFull) await harness.start([...state.values()], { TRUSTED_PROXIES: '127.0.0.1' });
  else {
    harness.server.publishPatch(puts);
    await harness.untilLive();
  }
  const { version } = harness.server;
  documents.set(version, make.documentText('full', 0, version, [...state.values()]));
}

async function askAll(): Promise<void> {
  for (const [path, headers = {}, method = 'GET'] of requests) {
    await harness.get(path, { 'User-Agent': CHROME, 'X-Forwarded-For': '203.0.113.9', ...headers }, { method });
  }
}

/** as the event store hands them out: numbers and flags are not texts */
const storedRow = (kind: string, row: Row) => ({
  ...row,
  kind,
  at: row.at?.replace(' ', 'T'),
  ...Object.fromEntries(['offer', 'publisher', 'landing'].map((name) => [name, row[name] ? Number(row[name]) : null])),
  ...Object.fromEntries(
    ['is_unique', 'is_hosting'].map((name) => [name, row[name] === null ? null : row[name] === 't']),
  ),
  params: JSON.parse(row.params ?? '{}'),
});

async function replay(lines: readonly string[]): Promise<string[]> {
  const program = fileURLToPath(new URL('./replay-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(lines.map((line) => `${line.trimEnd()}\n`).join(''));
  return (await text(child.stdout)).trim().split('\n');
}

beforeAll(async () => {
  harness.server.ledger = new LeaseLedger({ limits: { 'cap-14': 2 }, trackers: 1, ttlMs: 60_000 });
  await publish(first, true);
  await askAll();
  for (const edit of edits) {
    await publish(edit, false);
    await askAll();
  }
  const expected = requests.length * (edits.length + 1);
  await harness.until(() => harness.server.rows.length >= expected);
  rows = harness.server.rows;
  const lines: string[] = [];
  for (const [version, document] of documents) {
    lines.push(document);
    for (const { kind, row } of rows) {
      if (Number(row.snapshot_version) === version)
        lines.push(JSON.stringify({ tenant: 1, row: storedRow(kind, row) }));
    }
  }
  answers = (await replay(lines)).map((line) => JSON.parse(line));
});
afterAll(() => harness.stop());

test('every row is answered, with the verdict that was decided then', () => {
  expect(answers).toHaveLength(rows.length);
  expect(answers.filter(({ verdict, stored }) => verdict !== stored)).toEqual([]);
  // the edits made a difference, and much was tried
  const verdicts = new Set(answers.map(({ verdict }) => verdict));
  expect([...verdicts].sort()).toEqual([
    'accepted',
    'bot',
    'cap_reached',
    'deep_link_refused',
    'duplicate',
    'embedded',
    'head',
    'link_unknown',
    'offer_not_started',
    'offer_paused',
    'offer_unknown',
    'prefetch',
    'publisher_inactive',
    'publisher_not_allowed',
    'publisher_unknown',
    'shield_source',
    'shield_user_agent',
    'target_browser',
    'target_device',
  ]);
});

test('where it led is filled in as then, and what the row can only repeat is told apart', () => {
  const byId = new Map(rows.map(({ row }) => [row.event_id, row]));
  for (const { id, sentTo, location, steps } of answers) {
    expect([id, sentTo]).toEqual([id, byId.get(id)?.sent_to]);
    if (sentTo === 'destination' && location.includes('other.example')) expect(location).toContain(id);
    expect(
      steps.every(({ step, from }) => from === 'rule' || ['geo', 'velocity', 'caps', 'repeat', 'bot'].includes(step)),
    ).toBe(true);
  }
});

test('every step speaks, also after the first refusal', () => {
  const paused = answers.find(({ stored, steps }) => stored === 'offer_paused' && steps.length === 13);
  expect(paused?.steps.map(({ step, result }) => `${step} ${result}`)).toContain('render ok');
  expect(paused?.steps.find(({ step }) => step === 'resolve')?.result).toBe('offer_paused');
});

test('a line that nobody can read is answered with its fault, and the next ones go on', async () => {
  const [one] = rows;
  const row = JSON.stringify({ tenant: 1, row: storedRow(one?.kind ?? '', one?.row ?? {}) });
  const [version = 0] = documents.keys();
  const found = await replay([
    row,
    'not json',
    documents.get(version) ?? '',
    row.replace('"tenant":1', '"tenant":9'),
    row,
  ]);
  expect(found.map((line) => Object.keys(JSON.parse(line))[0])).toEqual(['error', 'error', 'error', 'id']);
});
