// What is written down of a visitor where his workspace wants less than came. Everything that decides (uniqueness, floods, blocked
// networks, places) has looked at the whole address before: only the row is made without it.
import { concerns, deviceDigest, deviceKey, deviceParameters } from '@tributary/contract/tracker/privacy';
import type { SnapshotTenant } from '@tributary/contract/tracker/snapshot';

export interface Privacy {
  concerns(country: string): boolean;
  /** a parameter's value as it is kept; '' leaves it out */
  kept(name: string, value: string): string;
  /** device ids in a raw query, whoever's they are: a postback does not say where its person is */
  query(text: string): string;
}

const DEVICES: ReadonlySet<string> = new Set(deviceParameters);
const IN_QUERY = new RegExp(`(^|&)(${deviceParameters.join('|')})=[^&]*`, 'g');

export function compilePrivacy({ id, privacy: rule }: SnapshotTenant): Privacy | null {
  if (!rule) return null;
  const key = deviceKey(id);
  const { deviceIds } = rule;
  return {
    concerns: (country) => concerns(rule, country),
    kept: (name, value) => {
      if (deviceIds === 'keep' || !DEVICES.has(name) || value === '') return value;
      return deviceIds === 'drop' ? '' : deviceDigest(key, value);
    },
    query: (text) => (deviceIds === 'keep' ? text : text.replaceAll(IN_QUERY, '$1$2=')),
  };
}
