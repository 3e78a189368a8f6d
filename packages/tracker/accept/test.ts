// /test/…: a click or a postback that is tried and not made. The steps, the row and the answer are those of the real ones; but the
// memories are not asked and not written, the row is of kind "test", the click's id is under a key of its own, and the answer
// says what a visitor would have got instead of giving it: whoever got hold of a token could neither send anybody anywhere by it
// nor hide a click behind it. Without a token that fits the path is unknown, as any other.
import { createHmac } from 'node:crypto';
import { clickIdMint } from '@tributary/contract/tracker/click-id';
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import type { TestedClick, TestedPostback } from '@tributary/contract/tracker/replayed';
import { copyField, eventColumns, readCopyField, receiptColumns } from '@tributary/contract/tracker/spool-record';
import { openTestToken, TEST_PATH, TEST_TOKEN_HEADER, type TestToken } from '@tributary/contract/tracker/test-token';
import { postbackOutcomes } from '@tributary/contract/tracker/verdicts';
import { Click } from '../click.ts';
import type { Answer, HotPath } from '../hot-path.ts';
import { NO_PLACE } from '../lookups/geo.ts';
import { parseAddress } from '../lookups/network.ts';
import { clickSteps, decideClick } from '../pipeline.ts';
import { random32, uuidv7 } from '../random.ts';
import { stepsOf } from '../replay/replay.ts';
import type { TestKeys } from '../secret.ts';
import { eventRow, timestamp } from '../spool/rows.ts';
import { Query, splitTarget } from '../transport/query.ts';
import { json, unlogged } from '../transport/replies.ts';
import type { World } from '../world.ts';
import { type Arrival, LIMITS, replyTo } from './click.ts';
import { checkReceipt, explain, type Receipt, receiptText } from './receipt.ts';
import { ownerOf } from './sender.ts';

/** of the networks that are kept free for examples: nobody's */
const NOBODY = '192.0.2.1';
const ADDRESS = parseAddress(NOBODY);

export function acceptTest(path: HotPath, arrival: Arrival, keys: TestKeys, answer: Answer): void {
  const { tenant, request } = arrival;
  const tested = request.target.slice(TEST_PATH.length);
  const target = splitTarget(tested);
  const token = openTestToken(
    request.header(TEST_TOKEN_HEADER) ?? '',
    { tenant: tenant.source.number, target: tested, now: path.now() },
    (text) => createHmac('sha256', keys.token).update(text).digest('hex'),
  );
  if (!token || !target) {
    answer(tenant.page);
    return;
  }
  const test = { path, token, keys, answer, arrival: { ...arrival, query: target.query } };
  if (target.path === '/postback') testPostback(test);
  else if (target.path === '/click') testClick(test, '');
  else if (target.path.startsWith('/c/')) testClick(test, target.path.slice(3));
  else answer(tenant.page);
}

interface Test {
  path: HotPath;
  token: TestToken;
  keys: TestKeys;
  answer: Answer;
  arrival: Arrival;
}

function testClick({ path, token, keys, answer, arrival }: Test, code: string): void {
  const { tenant, host, request } = arrival;
  const click = (): Click => {
    const query = new Query(arrival.query, LIMITS);
    const one = new Click('click', request, query, tenant, host, path.now(), path.store.current.version);
    one.code = code;
    return one;
  };
  const world = testWorld(path, token, keys);
  const made = click();
  decideClick(made, world);
  const { location, sentTo, verdict } = made;
  const tested: TestedClick = {
    row: uuidv7(made.now),
    id: made.id,
    verdict,
    stored: verdict,
    isShortened: false,
    sentTo,
    location,
    status: replyTo(made, path.isSecure).status,
    steps: stepsOf(clickSteps, click(), world, () => false),
  };
  keep({ path, token, answer, arrival }, 'click', eventColumns, eventRow(made), tested);
}

/** the country is the one that is simulated, and nothing is remembered of it */
const testWorld = ({ world: live }: HotPath, { country }: TestToken, keys: TestKeys): World => ({
  clientIp: { of: () => ADDRESS && { address: ADDRESS, text: NOBODY } },
  geo: { country: () => country, place: () => NO_PLACE },
  devices: live.devices,
  visitors: { claim: () => true },
  velocity: { isFlood: () => false },
  leases: { state: () => 'available', spend: () => '' },
  mintId: clickIdMint(keys.clickId, random32),
});

/** the workspace speaks for the advertiser here: his token, signature and networks are not asked for */
function testPostback({ path, token, keys, answer, arrival }: Test): void {
  const { tenant, request, query } = arrival;
  const values = receiptQuery(query);
  const receipt: Receipt = {
    tenant,
    request,
    query: values,
    clickId: values.get('click_id'),
    client: null,
    now: path.now(),
    unreadBody: '',
  };
  const checked = checkReceipt(receipt, 'postback', keys.clickId, ownerOf);
  const row = uuidv7(receipt.now);
  const message = explain(postbackOutcomes[checked.outcome].label, checked);
  const tested: TestedPostback = { row, outcome: checked.outcome, message };
  const text = receiptText(path, receipt, row, checked);
  keep({ path, token, answer, arrival }, 'postback', receiptColumns, text, tested);
}

/** the row as it would have been, by the names of its columns */
function keep(
  { path, token, answer, arrival: { tenant } }: Omit<Test, 'keys'>,
  kind: 'click' | 'postback',
  columns: readonly string[],
  text: string,
  tested: TestedClick | TestedPostback,
): void {
  const fields = text.trimEnd().split('\t');
  const values = Object.fromEntries(columns.map((name, at) => [name, readCopyField(fields[at] ?? '\\N')]));
  const row =
    `${tenant.source.id}\t${tested.row}\t${token.run}\t${timestamp(path.now())}\t${kind}\t` +
    `${copyField(JSON.stringify(values))}\n`;
  // what could not be kept is no figure, either
  path.spool.append('test', row, (kept) => answer(kept ? json(200, tested) : unlogged));
}
