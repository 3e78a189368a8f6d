// Puts the parts together: platform, modules, HTTP. main.ts runs it as a process; tests run it in theirs.
import path from 'node:path';
import { macKey } from '@tributary/contract/tracker/siphash';
import { CLICK_ID_KEY_LABEL, INTERNAL_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import type { FastifyInstance } from 'fastify';
import type { Gatekeeper } from './http/gate.ts';
import { createPages } from './http/pages.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { buildServer } from './http/server.ts';
import { createTurns, heavyTurns } from './http/turns.ts';
import { UPLOADS_LABEL } from './http/uploads.ts';
import { createHourly, recordAccess } from './modules/access-log/index.ts';
import {
  accountHandlers,
  actorNames,
  addressHandlers,
  addressJobs,
  apiKeyHandlers,
  createKeyUses,
  createPasswordHasher,
  languageOfAccount,
  type PasswordHasher,
  passwordJobs,
  principalOfApiKey,
  principalOfSecret,
  profileHandlers,
  purgeAccounts,
  reasonOfRefusal,
  remindOfEndingKeys,
  roleHandlers,
  securityHandlers,
  sessionHandlers,
  signUpHandlers,
  signUpJobs,
  teamHandlers,
  teamJobs,
  termsHandlers,
  termsJobs,
  trialHandlers,
  twoFactorHandlers,
  workspaceHandlers,
  workspaceOwners,
} from './modules/accounts/index.ts';
import {
  billingHandlers,
  billingJobs,
  billingTasks,
  guardTwoPersonSum,
  refuseClosedMonth,
  refuseRateOfClosed,
} from './modules/billing/index.ts';
import { brandHandlers, brandJobs, checkBrand, servedBrandImage } from './modules/brand/index.ts';
import {
  balanceHandlers,
  conversionHandlers,
  conversionJobs,
  conversionTasks,
  lotHandlers,
  missingRates,
  ownReceiptHandlers,
  statementHandlers,
  usedBy,
  waitingFor,
} from './modules/conversions/index.ts';
import { checkDueDomains, createHostDirectory, domainHandlers, domainJobs } from './modules/domains/index.ts';
import { createIntake, DamagedFrame, type Intake, postgresStore, quarantinedFrames } from './modules/events/index.ts';
import { keptLocale, localeHandlers, localeJobs, localeTasks } from './modules/locale/index.ts';
import {
  guardSender,
  mailJobs,
  mailSenderHandlers,
  mailServerHandlers,
  mailTemplateHandlers,
  senderTasks,
} from './modules/mail/index.ts';
import { notificationHandlers } from './modules/notifications/index.ts';
import { mailObjects, offerHandlers, offerJobs, servedUpload } from './modules/offers/index.ts';
import { contactJobs, operationsHandlers, operatorOfSecret } from './modules/operations/index.ts';
import { postbackBacklog, postbackHandlers, postbackJobs, webhookSigner } from './modules/postbacks/index.ts';
import { checkRetention, personRequestHandlers, privacyJobs, privacyTasks } from './modules/privacy/index.ts';
import { rateHandlers } from './modules/rates/index.ts';
import { createLiveHub, pulseOf, reportHandlers, reportJobs, reportTasks } from './modules/reports/index.ts';
import { type SettingsDeps, sectionSaver, settingsHandlers } from './modules/settings/index.ts';
import {
  findTenant,
  lookOf,
  originOfTenant,
  tenancyHandlers,
  tenantById,
  tenantIds,
  tenantOrigin,
} from './modules/tenancy/index.ts';
import {
  createTrackerCalls,
  mappingHandlers,
  postbackSecrets,
  postbackSetupHandlers,
  pruneHistory,
  publishEverything,
  systemHandlers,
  trackingJobs,
} from './modules/tracking/index.ts';
import {
  countDrift,
  countUnmatched,
  createOwnTracker,
  createReplayProgram,
  explainHandlers,
  proofHandlers,
  proofJobs,
  proofTasks,
  publishedKeys,
  reconciliationHandlers,
  reconciliationJobs,
  recountHandlers,
  recountJobs,
  recountTasks,
  testerHandlers,
  testerJobs,
  testerTasks,
  trustHandlers,
  unmatchedHandlers,
  unmatchedJobs,
  unmatchedTasks,
} from './modules/trust/index.ts';
import { type Clock, DAY_MS, HOUR_MS } from './platform/clock.ts';
import { openCountries } from './platform/countries.ts';
import { type Database, openDatabase, systemActor, type Tx } from './platform/db/database.ts';
import { type DatabaseRole, roleUrl } from './platform/db/roles.ts';
import { assertWalled } from './platform/db/wall.ts';
import type { Settings } from './platform/env.ts';
import { queueDepth } from './platform/jobs/outbox.repo.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { guardedSmtp } from './platform/mail/guarded-smtp.ts';
import { inboxTransport, readInbox, smtpTransport } from './platform/mail/transport.ts';
import { createMetrics } from './platform/metrics.ts';
import { createOutbound } from './platform/outbound/client.ts';
import { createDns } from './platform/outbound/dns.ts';
import { createReadiness } from './platform/readiness.ts';
import type { InstallationSecret } from './platform/secret.ts';
import { createVault } from './platform/vault.ts';

export interface AppDeps {
  settings: Settings;
  secret: InstallationSecret;
  clock: Clock;
  /** beyond its minute nothing is booked; tests place events in days to come */
  intakeClock?: Clock;
  log: Log;
  /** false: days are counted again only when asked for; tests change rows by hand, which is what a recount alarms about */
  nightly?: boolean;
  /** dist/web */
  webRoot: string;
  version: string;
}

export interface App {
  http: FastifyInstance | null;
  worker: Worker | null;
  database: Database;
  /** as the operator's role */
  operators: Database;
  passwords: PasswordHasher;
  intake: Intake;
  /** tells the trackers everything anew: after a start, and after rows were made behind the modules' backs (demo) */
  publish(): Promise<void>;
  /** from now on /readyz says no; what is under way is finished by close() */
  drain(): void;
  close(): Promise<void>;
}

/** half of them for heavy calls (http/turns.ts): signing in and all that is short always finds one */
const APP_CONNECTIONS = 12;
/** a person is told to try again before a browser gives up, and before all connections wait for one thing; jobs wait longer */
const APP_LOCK_MS = 15_000;
/** more than the jobs that keep one for long, in receipts, exports and bulk: the short ones of other lanes find one free */
const WORKER_CONNECTIONS = 16;

export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, secret, clock, log } = deps;
  const runsApi = settings.role !== 'worker';
  const runsWorker = settings.role !== 'api';
  const open = (role: DatabaseRole, max: number, more: { lockMs?: number } = {}) =>
    openDatabase(roleUrl(settings.databaseUrl, role, secret), { name: role, max, log, ...more });
  const database = open('app', APP_CONNECTIONS, { lockMs: APP_LOCK_MS });
  const workerDatabase = open('worker', WORKER_CONNECTIONS);
  const operators = open('operator', 2);
  for (const role of [database, workerDatabase, operators]) await assertWalled(role);

  const metrics = createMetrics();
  const passwords = await createPasswordHasher(secret);
  metrics.gauge('tributary_pool_waiting', 'Calls waiting for a database connection', () => database.waiting());
  metrics.gauge('tributary_argon2_queue', 'Password checks waiting for a core', () => passwords.waiting());
  const depth = () => workerDatabase.withoutTenant((tx) => queueDepth(tx));
  metrics.gauge('tributary_jobs_ready', 'Jobs waiting to run', async () => (await depth()).ready);
  metrics.gauge('tributary_jobs_dead', 'Jobs that used up their tries', async () => (await depth()).dead);
  metrics.gauge('tributary_outbox_waiting', 'Events not yet relayed', async () => (await depth()).waiting_events);
  metrics.gauge('tributary_intake_quarantined_frames', 'Frames of the spool that were kept instead of stored', () =>
    workerDatabase.withoutTenant(quarantinedFrames),
  );

  const inboxFolder = path.join(settings.dataDir, 'inbox');
  const transport = settings.smtpUrl
    ? smtpTransport(settings.smtpUrl, settings.publicOrigin.hostname)
    : inboxTransport(inboxFolder);
  const { publicOrigin, brandName, brandLabel } = settings;
  const secrets = postbackSecrets(secret);
  const key = macKey(secret.derive(CLICK_ID_KEY_LABEL));
  const receipts = { database: workerDatabase, key, secrets, clock, log };
  const outbound = createOutbound(settings.outboundAllow);
  const dns = createDns({ servers: settings.dnsServers });
  const names = { publicOrigin, trackerOrigin: settings.trackerOrigin };
  const directory = createHostDirectory(database, clock);
  const calls = { outbound, signer: webhookSigner(secret), clock };
  const exportFolder = path.join(settings.dataDir, 'exports');
  const reporting = { database: workerDatabase, clock, publicOrigin, exportFolder };
  const personal = { database: workerDatabase, clock, exportFolder, key };
  const live = createLiveHub({
    pulse: (tenantId) => database.withTenant(tenantId, systemActor, (tx) => pulseOf(tx, tenantId, clock.now())),
    log,
  });
  const store = postgresStore(roleUrl(settings.databaseUrl, 'intake', secret), log, deps.intakeClock ?? clock);
  await store.prepareDays(daysAhead(clock.now()));
  const sending = {
    dns,
    vault: createVault(secret),
    clock,
    from: settings.mailFrom,
  };
  const billing = { database: workerDatabase, clock, vault: sending.vault, publicOrigin };
  const proving = { database: workerDatabase, secret, clock };
  const replay = createReplayProgram(log);
  const tracker = createOwnTracker({ trackerOrigin: settings.trackerOrigin, secret, clock });
  const testing = {
    pipeline: workerDatabase,
    replay,
    tracker,
    sending: calls,
    follow: { outbound, allow: new Set(settings.outboundAllow), proxies: settings.linkTestProxies },
  };
  const mailLookOf = async (tx: Tx, tenantId: string) => {
    const { subdomain, logoPath, color, senderName } = await lookOf(tx, tenantId);
    const logoUrl = subdomain && logoPath ? `${tenantOrigin(publicOrigin, subdomain)}${logoPath}` : null;
    return { color, logoUrl, senderName: subdomain && senderName };
  };
  const telling = {
    ownersOf: workspaceOwners,
    homeOf: async (tx: Tx, tenantId: string) => {
      const tenant = await tenantById(tx, tenantId);
      return { brand: tenant.displayName, origin: originOfTenant(publicOrigin, tenant) };
    },
  };
  const servers = guardedSmtp({ allowed: settings.outboundAllow, messageHost: publicOrigin.hostname });
  const senderNameOf = async (tx: Tx, tenantId: string) => (await lookOf(tx, tenantId)).senderName ?? brandName;
  const worker = runsWorker
    ? await startWorker({
        database: workerDatabase,
        jobs: [
          ...mailJobs({ ...sending, ...telling, transport, servers, lookOf: mailLookOf }),
          ...passwordJobs({ clock, publicOrigin }),
          ...addressJobs({ clock, publicOrigin }),
          ...teamJobs({ clock, publicOrigin }),
          ...signUpJobs({ database: workerDatabase, clock, publicOrigin, brandName }),
          ...termsJobs({ clock, publicOrigin }),
          ...contactJobs({ clock, publicOrigin, brandName }),
          ...offerJobs({ clock, publicOrigin }),
          ...brandJobs(),
          ...domainJobs({ clock, publicOrigin }),
          ...trackingJobs(secrets),
          ...conversionJobs({ ...receipts, publicOrigin }),
          ...localeJobs(receipts),
          ...postbackJobs({ ...calls, publicOrigin }),
          ...reportJobs(reporting),
          ...privacyJobs(personal),
          ...billingJobs(billing),
          ...reconciliationJobs({ ...billing, key, refuseClosed: refuseClosedMonth }),
          ...recountJobs({ ...billing, secret }),
          ...proofJobs(proving),
          ...unmatchedJobs({ ...receipts, publicOrigin }),
          ...testerJobs({ ...testing, database: workerDatabase, clock, publicOrigin }),
        ],
        recurring: [
          {
            name: 'accounts.purge',
            everyMs: DAY_MS,
            lane: 'bulk',
            run: () => purgeAccounts(workerDatabase, clock.now()),
          },
          {
            name: 'accounts.remind-keys',
            everyMs: HOUR_MS,
            lane: 'bulk',
            run: () => remindOfEndingKeys({ database: workerDatabase, clock, publicOrigin }),
          },
          ...conversionTasks(receipts),
          ...senderTasks({ ...sending, database: workerDatabase, tenantIds, ...telling }),
          ...localeTasks(receipts),
          ...reportTasks(reporting),
          ...privacyTasks(personal),
          ...billingTasks(billing),
          ...(deps.nightly === false ? [] : recountTasks({ ...billing, secret })),
          ...proofTasks(proving),
          ...unmatchedTasks(receipts),
          ...testerTasks({ ...testing, database: workerDatabase, clock, publicOrigin }),
          {
            name: 'domains.check-due',
            everyMs: HOUR_MS,
            lane: 'bulk',
            run: () => checkDueDomains({ database: workerDatabase, dns, clock, names }),
          },
          {
            name: 'tracking.prune-history',
            everyMs: DAY_MS,
            lane: 'bulk',
            run: () => workerDatabase.withoutTenant((tx) => pruneHistory(tx, clock.now())),
          },
          {
            name: 'events.prepare-days',
            everyMs: HOUR_MS,
            lane: 'prompt',
            run: () => store.prepareDays(daysAhead(clock.now())),
          },
        ],
        clock,
        log,
      })
    : null;

  const intake = createIntake(store);
  const trackerCalls = runsApi ? await createTrackerCalls(workerDatabase, intake, clock) : null;

  const keyUses = createKeyUses(database, log);
  let draining = false;
  const readiness = createReadiness(database, settings.dataDir);
  const http = runsApi ? await buildHttp() : null;

  async function buildHttp(): Promise<FastifyInstance> {
    const gate = {
      hosts: { baseHost: settings.publicOrigin.hostname, brandLabel: settings.brandLabel },
      publicOrigin,
      production: settings.production,
    };
    const countryOf = openCountries(settings.countryFile);
    const hourly = createHourly(clock);
    const keeper: Gatekeeper = {
      findTenant: (subdomain) => database.withoutTenant((tx) => findTenant(tx, subdomain, clock.now())),
      subdomainOfDomain: async (host) => {
        const owner = await directory.find(host);
        return owner?.kind === 'portal' ? owner.subdomain : null;
      },
      principalOfToken: (tenant, token, ip) => principalOfSecret(database, clock, tenant.id, 'token', token, ip),
      reasonOfRefusal: (tenant, token) => reasonOfRefusal(database, clock, tenant.id, token),
      principalOfCookie: (tenant, cookie, ip) => principalOfSecret(database, clock, tenant.id, 'cookie', cookie, ip),
      principalOfApiKey: (tenant, key, { ip, userAgent }) =>
        principalOfApiKey(
          { database, hourly, uses: keyUses },
          { tenant, clock, ip, userAgent, country: () => countryOf(ip) },
          key,
        ),
      operatorOfCookie: (secret) => operatorOfSecret(operators, clock, secret),
      denied: (tenant, principal, { ip, userAgent, route, what }) =>
        hourly
          .first(`denied|${principal.userId}|${route}`, (once) =>
            database.withTenant(tenant.id, systemActor, (tx) =>
              recordAccess(
                tx,
                { tenant, clock, ip, userAgent, principal, country: () => countryOf(ip) },
                { event: 'permission_denied', result: 'refused', detail: what, once },
              ),
            ),
          )
          .catch((err: unknown) => log.error({ err }, 'a refused call was not recorded')),
    };
    const limiter = createRateLimiter(settings.rateLimitScale, clock, (rule) => metrics.rateLimited.inc({ rule }));
    const turns = createTurns(heavyTurns, () => metrics.rateLimited.inc({ rule: 'heavy' }));
    metrics.gauge('tributary_heavy_running', 'Reports, logs and files being worked out', () => turns.running());
    metrics.gauge('tributary_heavy_waiting', 'Reports, logs and files waiting for their turn', () => turns.waiting());
    const accounts = {
      database,
      passwords,
      vault: createVault(secret),
      keyUses,
      brandName: settings.brandName,
      loginFailed: () => metrics.loginFailures.inc(),
    };
    const uploadsOrigin = tenantOrigin(publicOrigin, UPLOADS_LABEL);
    const localInbox = !settings.smtpUrl && !settings.production;
    const sections: SettingsDeps = {
      namesOf: actorNames,
      checks: {
        sender: guardSender({ ...telling, clock }),
        brand: checkBrand({ brandLabel }),
        retention: checkRetention,
        payment: guardTwoPersonSum,
      },
      elsewhere: { locale: keptLocale },
    };
    return buildServer({
      handlers: {
        ...tenancyHandlers({ database, limiter, brandLabel: settings.brandLabel }),
        ...sessionHandlers(accounts),
        ...accountHandlers(accounts),
        ...profileHandlers(accounts),
        ...apiKeyHandlers(accounts),
        ...roleHandlers(),
        ...teamHandlers(),
        ...twoFactorHandlers(accounts),
        ...securityHandlers(),
        ...addressHandlers(accounts),
        ...workspaceHandlers(),
        ...settingsHandlers(sections),
        ...personRequestHandlers({ exportFolder }),
        ...brandHandlers(),
        ...trustHandlers({ saveSection: sectionSaver(sections) }),
        ...explainHandlers({ pipeline: workerDatabase, replay, key, publicOrigin }),
        ...recountHandlers(),
        ...unmatchedHandlers({ key, secrets, clock, log }),
        ...mappingHandlers(),
        ...reconciliationHandlers(),
        ...testerHandlers(testing),
        ...domainHandlers({ dns, names, directory }),
        ...localeHandlers(),
        ...notificationHandlers({ languageOf: languageOfAccount }),
        ...mailSenderHandlers({ ...sending, senderNameOf }),
        ...mailServerHandlers({
          ...sending,
          ...telling,
          transport,
          servers,
          senderNameOf,
          languageOf: languageOfAccount,
        }),
        ...mailTemplateHandlers({
          ...mailObjects,
          namesOf: actorNames,
          languageOf: languageOfAccount,
          lookOf: mailLookOf,
        }),
        ...systemHandlers(workerDatabase, settings.warnings, postbackBacklog),
        ...signUpHandlers(accounts),
        ...termsHandlers(),
        ...trialHandlers({ database, publicOrigin, brandName, brandLabel }),
        ...operationsHandlers({ database, operators, passwords, warnings: settings.warnings }),
        ...conversionHandlers({
          database,
          key,
          secrets,
          trackerOrigin: settings.trackerOrigin,
          refuseClosed: refuseClosedMonth,
        }),
        ...postbackSetupHandlers({ secrets, trackerOrigin: settings.trackerOrigin }),
        ...balanceHandlers(),
        ...statementHandlers(),
        ...lotHandlers(),
        ...ownReceiptHandlers(database),
        ...rateHandlers({ missingRates, usedBy, waitingFor, refuseClosed: refuseRateOfClosed }),
        ...postbackHandlers(calls),
        ...reportHandlers({ database, pipeline: workerDatabase, clock, live, turns, exportFolder }),
        ...billingHandlers({ database, vault: sending.vault, passwords, publicOrigin, countDrift, countUnmatched }),
        ...proofHandlers({ database, secret }),
        ...offerHandlers({ uploadsOrigin, trackerOrigin: settings.trackerOrigin }),
      },
      database,
      keeper,
      gate,
      limiter,
      turns,
      countryOf,
      clock,
      log,
      metrics,
      brandName: settings.brandName,
      trustedProxies: settings.trustedProxies,
      connections: settings.connections,
      health: {
        version: deps.version,
        gate,
        metricsToken: settings.metricsToken,
        reasonsNotReady: async () => [...(draining ? ['stopping'] : []), ...(await readiness())],
      },
      internal: trackerCalls && {
        token: secret.derive(INTERNAL_KEY_LABEL).toString('hex'),
        trackerCalls,
        isDamaged: (error) => error instanceof DamagedFrame,
      },
      inbox: localInbox ? { read: (limit) => readInbox(inboxFolder, limit) } : null,
      pages: createPages({
        root: deps.webRoot,
        gate,
        keeper,
        brandName: settings.brandName,
        mainOrigin: settings.publicOrigin.origin,
        uploadsOrigin,
        localInbox,
      }),
      tlsAsk: {
        trackerHost: settings.trackerOrigin.hostname,
        trustedProxies: settings.trustedProxies,
        isVerified: async (host) => (await directory.find(host)) !== null,
      },
      wellKnown: {
        keys: (tenantId) => database.withTenant(tenantId, systemActor, (tx) => publishedKeys(tx, tenantId)),
      },
      brandImages: { read: (tenantId, hash) => servedBrandImage(database, tenantId, hash) },
      uploads: { read: (subdomain, id) => servedUpload(database, subdomain, id, clock.now()) },
    });
  }

  return {
    http,
    worker,
    database,
    operators,
    passwords,
    intake,
    publish: () => publishEverything(workerDatabase, secrets),
    drain: () => {
      draining = true;
    },
    close: async () => {
      live.close();
      await trackerCalls?.close();
      await http?.close();
      await keyUses.close();
      replay.close();
      await worker?.stop();
      await store.close();
      await outbound.close();
      await tracker.close();
      transport.close();
      await Promise.all([database, workerDatabase, operators].map((role) => role.close()));
    },
  };
}

const DAYS_AHEAD = 7;
/** partitions are made before their day comes: today's, and a week of the next */
const daysAhead = (now: Date): string[] =>
  Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => new Date(now.getTime() + n * DAY_MS).toISOString().slice(0, 10));
