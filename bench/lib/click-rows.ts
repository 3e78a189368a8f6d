// Rows of clicks as a tracker writes them, spread over so many groups of the rollups.
import { copyField, eventColumns } from '@tributary/contract/tracker/spool-record';

const AGENT =
  'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36';
const DEVICES = ['mobile', 'desktop', 'tablet'];
const COUNTRIES = ['IN', 'US', 'GB', 'DE', 'BR', 'FR', 'ES', 'MX', 'ID', 'AE', 'JP', 'CA'];
let serial = 0;

/** a group is an offer, a publisher, a country and a device within a quarter of an hour */
export function clickRows(tenantId: string, rows: number, groups: number, firstNumber = 1): Buffer {
  const now = new Date().toISOString();
  const lines: string[] = [];
  for (let at = 0; at < rows; at++) {
    const group = at % groups;
    const row: Record<string, string> = {
      tenant_id: tenantId,
      event_id: `1${(++serial).toString(36).padStart(39, '0')}`,
      at: now,
      offer: String(firstNumber + (group % 40)),
      publisher: String(firstNumber + Math.floor(group / 40)),
      advertiser: '3',
      verdict: 'accepted',
      sent_to: 'destination',
      is_unique: at % 5 === 0 ? 'f' : 't',
      snapshot_version: '12',
      tracking_host: 'demo.localhost',
      ip: `73.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
      country: COUNTRIES[group % COUNTRIES.length] ?? '',
      device_type: DEVICES[group % DEVICES.length] ?? '',
      os: 'android',
      os_version: '15',
      browser: 'chrome',
      browser_version: '142',
      user_agent: AGENT,
      language: 'en',
      source: `s${group % 50}`,
      params: `{"p1":"c${serial.toString(36)}"}`,
    };
    lines.push(`${eventColumns.map((column) => copyField(row[column] ?? '')).join('\t')}\n`);
  }
  return Buffer.from(lines.join(''));
}
