// Every time zone the browser knows, with its present distance from UTC.
import type { Option } from '../form/form-declaration.ts';

function distanceOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `kept`: the zone in use, which the browser may know under another name only */
export function timeZoneOptions(kept: string): Option[] {
  const zones = new Set(['UTC', kept, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${distanceOf(value)})` }));
}
