// Targeting rules, compiled to tests that look at a click's own fields (countries in upper case, all else in lower). The first rule that fails names the verdict.
import type { SnapshotTarget, TargetField } from '@tributary/contract/tracker/snapshot';
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';

export interface TargetTest {
  verdict: VerdictName;
  passes(click: Click): boolean;
}

const fields: Record<TargetField, { verdict: VerdictName; read(click: Click): string }> = {
  country: { verdict: 'target_country', read: (click) => click.country },
  region: { verdict: 'target_region', read: (click) => click.place.region.toLowerCase() },
  city: { verdict: 'target_city', read: (click) => click.place.city.toLowerCase() },
  isp: { verdict: 'target_isp', read: (click) => click.place.isp.toLowerCase() },
  device: { verdict: 'target_device', read: (click) => click.device.type },
  brand: { verdict: 'target_brand', read: (click) => click.device.brand },
  os: { verdict: 'target_os', read: (click) => click.device.os },
  browser: { verdict: 'target_browser', read: (click) => click.device.browser },
  language: { verdict: 'target_language', read: (click) => click.language },
  source: { verdict: 'target_source', read: (click) => click.source.toLowerCase() },
};

/** "10.15.7" against "10.9": number by number, a missing one counts as 0 */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (Number.parseInt(left[at] ?? '', 10) || 0) - (Number.parseInt(right[at] ?? '', 10) || 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function compileVersion(os: string, min: string | null, max: string | null): TargetTest {
  const system = os.toLowerCase();
  return {
    verdict: 'target_os_version',
    passes: ({ device }) =>
      device.os !== system ||
      (device.osVersion !== '' &&
        (min === null || compareVersions(device.osVersion, min) >= 0) &&
        (max === null || compareVersions(device.osVersion, max) <= 0)),
  };
}

export function compileTarget(target: SnapshotTarget): TargetTest {
  if (target.field === 'hosting') return { verdict: 'target_hosting', passes: (click) => !click.place.hosting };
  if (target.field === 'os_version') return compileVersion(target.os, target.min, target.max);
  const { verdict, read } = fields[target.field];
  const inCase =
    target.field === 'country' ? (value: string) => value.toUpperCase() : (value: string) => value.toLowerCase();
  const values = new Set(target.values.map(inCase));
  const wanted = target.op === 'in';
  return { verdict, passes: (click) => values.has(read(click)) === wanted };
}
