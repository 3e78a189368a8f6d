// Every time zone the browser knows, with its present distance from UTC.
import type { Option } from '../form/form-declaration.ts';

function distanceOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** browsers list these under names that the places no longer bear */
const presentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** `kept`: the zone in use, which the browser may know under another name only */
export function timeZoneOptions(kept: string): Option[] {
  const listed = Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone);
  const zones = new Set(['UTC', kept, ...listed]);
  return [...zones].map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${distanceOf(value)})` }));
}
