// For tests only: examples for reports, dashboards and API keys, and the things they name.

import { mkdir, writeFile } from 'node:fs/promises';
import { idKindOf, type RouteSpec } from '@tributary/contract';
import { drawPng } from '../../demo/draw-png.ts';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { DEMO_PASSWORD } from '../../testing.ts';
import type { Example } from './examples.ts';
import { reconciliationExamples } from './reconciliation-examples.ts';
import type { Scene, SignedIn } from './scene.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const QUERY = { dimensions: 'offer,day', metrics: 'gross_clicks,conversions', period: 'last_7_days' };
const SAVED = { name: 'Weekly', query: QUERY };

/** callers come at once: each has a day of its own, and none finds ten that wait */
let recountedDays = 0;
async function dayToCount(scene: Scene): Promise<string> {
  await scene.t.database.asOwner(`delete from recounts where state = 'waiting'`);
  return new Date(Date.UTC(2020, 0, ++recountedDays)).toISOString().slice(0, 10);
}
const aRecount: Example = async ({ scene, subdomain }) => {
  const day = await dayToCount(scene);
  const tenant_id = scene.tenantIdOf(subdomain);
  await scene.insert('recounts', { tenant_id, day, state: 'agrees', at: scene.t.clock.now() });
  return { params: { day } };
};

export const reportExamples = {
  reports: () => ({ query: { ...QUERY, 'filter[offer]': '12', tz: 'Asia/Kolkata' } }),
  reportCatalogue: nothing,
  savedReports: nothing,
  saveReport: () => ({ body: SAVED }),
  changeSavedReport: ({ targetId }) => ({ params: { id: targetId }, body: SAVED }),
  deleteSavedReport: byId,
  reportExports: nothing,
  startExport: () => ({ body: { format: 'csv', query: QUERY } }),
  reportExport: byId,
  exportFile: byId,
  reportSettings: nothing,
  domains: () => ({}),
  addDomain: () => ({ body: { host: `go-${newId()}.example.com`, kind: 'tracking' } }),
  checkDomain: ({ targetId }) => ({ params: { id: targetId } }),
  defaultDomain: ({ targetId }) => ({ params: { id: targetId } }),
  removeDomain: ({ targetId }) => ({ params: { id: targetId } }),
  uploadBrandImage: () => ({ body: { data: drawPng(2, 2, () => [1, 2, 3, 255]).toString('base64') } }),
  settings: () => ({ params: { section: 'reports' } }),
  saveSettings: () => ({
    params: { section: 'reports' },
    body: { version: 0, value: { advertisers_see_publishers: false } },
  }),
  settingsHistory: () => ({ params: { section: 'reports' } }),
  paymentSettings: nothing,
  paymentSettingsHistory: nothing,
  localeState: nothing,
  previewLocale: () => ({ query: { time_zone: 'Asia/Kathmandu', currency: 'EUR' } }),
  cancelTimeZone: async ({ scene, subdomain }) => {
    await scene.t.database.asOwner('update tenants set next_zone = $2, next_zone_at = $3 where subdomain = $1', [
      subdomain,
      'Asia/Tokyo',
      new Date(scene.t.clock.now().getTime() + 86_400_000),
    ]);
    return { body: {} };
  },
  setReportSettings: () => ({ body: { advertisers_see_publishers: false } }),
  kpiReport: () => ({ query: { period: 'last_7_days', state: 'breached', 'filter[offer]': '12' } }),
  exportKpi: nothing,
  dashboard: () => ({ query: { range: 'last_7_days', status: 'active' } }),
  forecast: nothing,
  liveOffers: nothing,
  publisherDashboard: nothing,
  recounts: nothing,
  exportRecounts: nothing,
  recount: aRecount,
  startRecount: async ({ scene }) => ({ body: { day: await dayToCount(scene) } }),
  rebuildDay: async (moment) => ({ ...(await aRecount(moment)), body: {} }),
  ownRecounts: nothing,
  exportOwnRecounts: nothing,
  ...reconciliationExamples,
  advertiserDashboard: nothing,
  live: () => ({ query: { seconds: '0' } }),
  apiKeys: nothing,
  createApiKey: async ({ scene, session }) => {
    // nobody gives a key what he has not got: of the team, whoever makes keys has this at least
    const [maker] = await scene.t.database.asOwner('select 1 from users where id = $1 and type = $2', [
      session?.person.id ?? null,
      'admin',
    ]);
    return { body: { name: 'Nightly figures', ...(maker ? { scopes: ['developer:read'] } : {}) } };
  },
  personRequests: nothing,
  askForPerson: () => ({ body: { kind: 'export', subject: 'ip', value: '203.0.113.7' } }),
  confirmErasure: ({ targetId }) => ({ params: { id: targetId }, body: { word: 'DELETE' } }),
  withdrawErasure: byId,
  personFile: byId,
  revokeApiKey: byId,
  resumeApiKey: ({ targetId }) => ({ params: { id: targetId }, body: { password: DEMO_PASSWORD } }),
} satisfies Record<string, Example>;

/** these belong to whoever calls */
const ownRows = ['saved-report', 'report-export', 'api-key'];
export const ownThings = [...ownRows, 'passkey'];

async function makeDomain(scene: Scene, subdomain: string): Promise<string> {
  const id = newId();
  const created_at = scene.t.clock.now();
  const host = `${id}.example.com`;
  const row = {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    host,
    kind: 'portal',
    state: 'verified',
    txt: 'x',
    created_at,
  };
  await scene.insert('tenant_domains', row);
  return id;
}

/** an erasure that waits for a word, or a file that is there */
async function makePersonRequest(route: RouteSpec, scene: Scene, subdomain: string): Promise<string> {
  const isFile = route.wire === 'file';
  const at = scene.t.clock.now();
  const row = { tenant_id: scene.tenantIdOf(subdomain), id: newId() };
  await scene.insert('person_requests', {
    ...row,
    kind: isFile ? 'export' : 'erasure',
    subject: 'ip',
    sought: isFile ? null : '203.0.113.7',
    state: isFile ? 'ready' : 'found',
    asked_by: (await scene.addPerson(subdomain, 'admin')).id,
    asked_at: at,
    expires_at: new Date(at.getTime() + 3_600_000),
  });
  const folder = `${scene.t.folder}/exports/${row.tenant_id}`;
  await mkdir(folder, { recursive: true });
  if (isFile) await writeFile(`${folder}/${row.id}.json`, '{}\n');
  return row.id;
}

export async function makeReportTarget(
  route: RouteSpec,
  { scene, subdomain, session }: { scene: Scene; subdomain: string; session: SignedIn | null },
): Promise<string | undefined> {
  if (idKindOf(route) === 'domain') return makeDomain(scene, subdomain);
  if (idKindOf(route) === 'person-request') return makePersonRequest(route, scene, subdomain);
  if (!ownRows.includes(idKindOf(route) ?? '')) return undefined;
  const owner = session ?? (await scene.openSession(await scene.addPerson(subdomain, 'publisher')));
  const at = scene.t.clock.now();
  const row = { tenant_id: scene.tenantIdOf(subdomain), id: newId(), user_id: owner.person.id, created_at: at };
  const query = JSON.stringify(QUERY);
  if (route.names === 'saved-report') {
    await scene.insert('saved_reports', { ...row, name: 'Weekly', screen: 'reports', query, updated_at: at });
  } else if (route.names === 'report-export') {
    const expires_at = new Date(at.getTime() + 60_000);
    await scene.insert('report_exports', { ...row, name: 'Weekly', format: 'csv', query, expires_at, state: 'ready' });
    // as the worker leaves it; that it does is shown where exports are tested
    const folder = `${scene.t.folder}/exports/${row.tenant_id}`;
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${row.id}.csv`, 'Offer\n');
  } else {
    const key_hash = hashSecret(newSecret());
    await scene.insert('api_keys', { ...row, name: 'Old', scope: 'reports:read', key_hash, hint: 'trb_…abcd' });
  }
  return row.id;
}
