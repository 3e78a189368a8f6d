import {
  type DeviceProfile,
  deviceNames,
  TestFindings,
  type TestKind,
  type TestResult,
  type TestRun,
  type TestRunDetails,
  type TestState,
} from '@tributary/contract/trust/testers';
import { unixSeconds } from '../../../platform/clock.ts';
import type { FoundRun, StoredRun } from './runs.repo.ts';

const named = (id: string | null, number: number | null, name: string | null) =>
  id === null || number === null || name === null ? null : { id, number, name };
const person = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
const nameOf = (first: string | null, last: string | null) => (first === null ? null : `${first} ${last ?? ''}`.trim());

/** the check constraints keep the words within their lists; a device of a later release is shown as the first */
export const deviceOf = (device: string): DeviceProfile => deviceNames.find((one) => one === device) ?? 'android';

export const toRun = (row: FoundRun): TestRun => ({
  id: row.id,
  at: unixSeconds(row.at),
  kind: row.kind as TestKind,
  state: row.state as TestState,
  result: row.result as TestResult | null,
  by: person(row.by_id, nameOf(row.by_first, row.by_last)),
  rule: person(row.rule_id, row.rule_name),
  target: row.target,
  offer: named(row.offer_id, row.offer_number, row.offer_title),
  publisher: named(row.publisher_id, row.publisher_number, nameOf(row.publisher_first, row.publisher_last)),
  country: row.country,
  device: deviceOf(row.device),
  took_ms: row.took_ms,
  hops: row.hops,
});

export function toDetails(row: StoredRun): TestRunDetails {
  const { hops: chain, ...findings } = TestFindings.parse(row.findings);
  return { ...toRun(row), ...findings, chain, user_agent: row.user_agent };
}
