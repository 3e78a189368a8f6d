import type { kpiRoutes } from '@tributary/contract/offers/kpi';
import { dashboardRoutes, type LiveView } from '@tributary/contract/reports/dashboards';
import {
  dimensions,
  dimensionsFor,
  metricLabel,
  metrics,
  metricsFor,
} from '@tributary/contract/reports/report-catalogue';
import type { reportRoutes } from '@tributary/contract/reports/reports';
import type { InputOf } from '@tributary/contract/route';
import type { z } from 'zod';
import { blankedFor, hiddenFrom } from '../../http/blank.ts';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { maySee } from '../../http/permission.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { standsAsBefore } from '../accounts/index.ts';
import { readSettings, saveSettings } from '../settings/index.ts';
import { readDashboard, readZone } from './dashboards/dashboard.ts';
import { readForecast } from './dashboards/forecast.ts';
import { readLiveOffers } from './dashboards/live-offers.ts';
import { readAdvertiserDashboard, readPublisherDashboard } from './dashboards/portals.ts';
import { asViewer, freshSeconds, type ReportDeps } from './deps.ts';
import { readCurrency } from './engine/read-query.ts';
import { moneyOf, requireCurrency, runReport } from './engine/run-report.ts';
import { eyesOf } from './engine/viewer.repo.ts';
import type { Viewer } from './engine/viewer.ts';
import { exportsOf } from './exports/exports.repo.ts';
import { exportFile, exportOf, startExport } from './exports/exports.ts';
import { exportKpi, readKpi } from './kpi/kpi.ts';
import { savedReportsFor } from './saved/saved.repo.ts';
import { changeSaved, deleteSaved, saveReport } from './saved/saved.ts';

const EXPORTS_SHOWN = 50;

type ReportHandlers = Handlers<typeof reportRoutes & typeof kpiRoutes & typeof dashboardRoutes>;

export const reportHandlers = (deps: ReportDeps): ReportHandlers => {
  /** figures read in the caller's name, with how fresh they are */
  const fresh = async <Figures>(
    call: SignedInCall,
    read: (tx: Tx, viewer: Viewer) => Promise<Figures>,
  ): Promise<Figures & { fresh_at: number | null }> => {
    // asked first: figures may be fresher than they say, never staler
    const freshAt = await freshSeconds(deps);
    const figures = await asViewer(deps.database, call.tenant.id, call.principal.userId, (tx, viewer) =>
      read(tx, { ...viewer, hidden: hiddenFrom(call.principal) }),
    );
    return { ...figures, fresh_at: freshAt };
  };
  const dashboard = (call: SignedInCall, query: InputOf<typeof dashboardRoutes.dashboard>['query']) =>
    fresh(call, (tx, viewer) =>
      readDashboard(tx, viewer, query, call.clock.now(), (section) => maySee(call.principal, section)),
    );
  const views: Record<LiveView, (call: SignedInCall, query: LiveQuery) => Promise<unknown>> = {
    dashboard,
    'live-offers': (call, query) => fresh(call, (tx, viewer) => readLiveOffers(tx, viewer, query, call.clock.now())),
    publisher: (call, query) =>
      fresh(call, (tx, viewer) => readPublisherDashboard(tx, viewer, query, call.clock.now())),
    advertiser: (call, query) =>
      fresh(call, (tx, viewer) => readAdvertiserDashboard(tx, viewer, query, call.clock.now())),
  };
  return {
    reports: ({ query }, call) => fresh(call, (tx, viewer) => runReport(tx, query, viewer, call.clock.now())),
    reportCatalogue: (_input, call) =>
      asViewer(deps.database, call.tenant.id, call.principal.userId, (tx, viewer) =>
        catalogue(tx, { ...viewer, hidden: hiddenFrom(call.principal) }, call.clock.now()),
      ),
    savedReports: inTransaction(async (_input, call, tx) => {
      const rows = await savedReportsFor(tx, call.principal.userId);
      return { rows, total: rows.length };
    }),
    saveReport: inTransaction(({ body }, call, tx) => saveReport(tx, call, body)),
    changeSavedReport: inTransaction(({ params, body }, call, tx) => changeSaved(tx, call, params.id, body)),
    deleteSavedReport: inTransaction(({ params }, call, tx) => deleteSaved(tx, call, params.id)),
    reportExports: inTransaction(async (_input, call, tx) => {
      const rows = await exportsOf(tx, call.principal.userId, call.clock.now(), EXPORTS_SHOWN);
      return { rows, total: rows.length };
    }),
    startExport,
    reportExport: ({ params }, call) => exportOf(call, params.id),
    exportFile: ({ params }, call) => exportFile(call, params.id, deps.exportFolder),
    reportSettings: inTransaction(
      async (_input, call, tx) => (await readSettings(tx, call.tenant.id, 'reports')).value,
    ),
    // this address names no version: whoever saves here has the last word
    setReportSettings: inTransaction(async ({ body }, call, tx) => {
      const { version } = await readSettings(tx, call.tenant.id, 'reports');
      return (await saveSettings(tx, call, 'reports', { version, value: body })).value;
    }),
    kpiReport: ({ query }, call) => fresh(call, (tx, viewer) => readKpi(tx, viewer, query, call.clock.now())),
    exportKpi: ({ query }, call) => exportKpi(deps, call, query),
    dashboard: ({ query }, call) => dashboard(call, query),
    forecast: ({ query }, call) => fresh(call, (tx, viewer) => readForecast(tx, viewer, query, call.clock.now())),
    liveOffers: ({ query }, call) => fresh(call, (tx, viewer) => readLiveOffers(tx, viewer, query, call.clock.now())),
    publisherDashboard: ({ query }, call) =>
      fresh(call, (tx, viewer) => readPublisherDashboard(tx, viewer, query, call.clock.now())),
    advertiserDashboard: ({ query }, call) =>
      fresh(call, (tx, viewer) => readAdvertiserDashboard(tx, viewer, query, call.clock.now())),
    live: async ({ query }, call) => {
      const view = viewFor(query.view, call);
      const { seconds, ...what } = query;
      // what is wrong with the question is said before the stream begins
      const { timeZone, eyes } = await asViewer(
        deps.database,
        call.tenant.id,
        call.principal.userId,
        async (tx, viewer) => {
          requireCurrency(
            readCurrency(query.currency, viewer),
            (await moneyOf(tx, viewer, call.clock.now())).currencies,
          );
          return { timeZone: readZone(query.tz, viewer), eyes: eyesOf(viewer) };
        },
      );
      const { userId } = call.principal;
      const seenNow = () => asViewer(deps.database, call.tenant.id, userId, async (_tx, viewer) => eyesOf(viewer));
      return deps.live.watch({
        tenantId: call.tenant.id,
        userId,
        key: JSON.stringify([view, timeZone, sharedBy(call.principal), what]),
        seconds,
        admitted: async () =>
          (await standsAsBefore(deps, call.tenant, call.principal, call.ip)) && (await seenNow()) === eyes,
        figures: () =>
          deps.turns
            .run({ tenant: call.tenant.id, person: userId }, () => views[view](call, query), { patient: true })
            .then((figures) => blankedFor(call.principal, replyOf[view], figures)),
      });
    },
  };
};

/** account managers of one zone who see everybody's rows, and the same of them, see the same; everyone else sees his own */
const sharedBy = ({ role, userId, team }: SignedInCall['principal']): string =>
  role === 'admin' && team?.scope.publishers === 'all' && team.scope.advertisers === 'all'
    ? `${role} ${[...team.hidden].sort().join(' ')}`
    : userId;

/** a stream's figures are those of the route of the same view, and are blanked by its schema */
const replyOf: Record<LiveView, z.ZodType> = {
  dashboard: dashboardRoutes.dashboard.reply,
  'live-offers': dashboardRoutes.liveOffers.reply,
  publisher: dashboardRoutes.publisherDashboard.reply,
  advertiser: dashboardRoutes.advertiserDashboard.reply,
};

type LiveQuery = InputOf<typeof dashboardRoutes.live>['query'];

function viewFor(asked: LiveView | undefined, { principal }: SignedInCall): LiveView {
  const own: readonly LiveView[] = principal.role === 'admin' ? ['dashboard', 'live-offers'] : [principal.role];
  const view = asked ?? own[0];
  if (!view || !own.includes(view)) throw new Fault('forbidden');
  return view;
}

async function catalogue(tx: Tx, viewer: Viewer, now: Date) {
  return {
    dimensions: dimensionsFor(viewer.role, viewer.hidden).map((id) => {
      const { label, type, kept } = dimensions[id];
      return { id, label, type, kept };
    }),
    metrics: metricsFor(viewer.role, viewer.hidden).map((id) => {
      const { format, description } = metrics[id];
      return { id, label: metricLabel(id, viewer.role), format, description };
    }),
    currencies: (await moneyOf(tx, viewer, now)).currencies,
    currency: viewer.tenant.currency,
    time_zone: viewer.timeZone,
  };
}
