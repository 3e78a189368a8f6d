// A mail server of the workspace's own. Its password is bound in the vault to host, port and user: it goes nowhere else, and whoever
// sets another server enters it again.
import type { MailServer, MailServerBody } from '@tributary/contract/mail-server';
import type { z } from 'zod';
import type { SignedInCall } from '../../http/call.ts';
import { HOUR_MS, unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { type GuardedSmtp, ServerTrouble, type SmtpServer } from '../../platform/mail/guarded-smtp.ts';
import { OutboundRefused } from '../../platform/outbound/guard.ts';
import type { Vault } from '../../platform/vault.ts';
import { type Sentence, sentence } from '../../words/sentences.ts';
import { recordAudit } from '../audit/index.ts';
import { readSettings } from '../settings/index.ts';
import { findServer, putServer, removeServer, type StoredServer } from './mail-server.repo.ts';
import { SENDER_PATH, type TellDeps, tellOfGuard } from './tell-owners.ts';

/** a server that has failed for so long is stood in for by the platform */
export const TAKEOVER_MS = HOUR_MS;

type Place = Pick<StoredServer, 'host' | 'port' | 'username'>;
const placeOf = (tenantId: string, { host, port, username }: Place) => ({
  tenantId,
  connectionId: `${host}:${port}:${username ?? ''}`,
  field: 'smtp-password',
});

/** as it is called; a password that does not open was sealed under another secret */
export function opened(tenantId: string, server: StoredServer, vault: Vault): SmtpServer {
  const { host, port, security, username } = server;
  if (username === null || server.password === null) return { host, port, security, login: null };
  const password = vault.open(placeOf(tenantId, server), server.password);
  if (!password) throw new ServerTrouble('The password of the mail server is lost. Please enter it again.', true);
  return { host, port, security, login: { username, password } };
}

export const isTakenOver = ({ failingSince }: Pick<StoredServer, 'failingSince'>, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= TAKEOVER_MS;

export const shownServer = (server: StoredServer, now: Date): z.input<typeof MailServer> => ({
  host: server.host,
  port: server.port,
  security: server.security,
  username: server.username,
  version: server.version,
  changed_at: unixSeconds(server.changedAt),
  state: isTakenOver(server, now) ? 'taken-over' : server.failingSince ? 'failing' : server.lastOkAt ? 'ok' : 'untried',
  failing_since: server.failingSince && unixSeconds(server.failingSince),
  last_ok_at: server.lastOkAt && unixSeconds(server.lastOkAt),
  last_error: server.lastError,
});

const inTrail = (server: Pick<StoredServer, 'host' | 'port' | 'security' | 'username'> | null) =>
  server && { host: server.host, port: server.port, security: server.security, username: server.username };

interface SaveDeps extends TellDeps {
  vault: Vault;
  servers: GuardedSmtp;
}

export async function saveServer(
  tx: Tx,
  call: SignedInCall,
  { version, password, ...wanted }: z.output<typeof MailServerBody>,
  deps: SaveDeps,
): Promise<void> {
  const { vault, servers } = deps;
  const { id: tenantId } = call.tenant;
  const { value: sender } = await readSettings(tx, tenantId, 'sender');
  if (!sender.address) {
    throw new Fault('conflict', 'Please save the sender address first: your server sends mails from it.');
  }
  try {
    servers.check(wanted);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw new Fault('invalid_input', error.message, { path: [error.message.includes('port') ? 'port' : 'host'] });
  }
  const before = await findServer(tx);
  const next = { ...wanted, username: wanted.username || null };
  const isOlder = (before?.version ?? 0) !== version;
  const isSamePlace = before?.host === next.host && before.port === next.port && before.username === next.username;
  // what stays the same is no new version
  if (!isOlder && isSamePlace && before.security === next.security && password === '') return;
  if (next.username === null && password !== '') {
    throw new Fault('invalid_input', 'Please enter the user name that the password belongs to.', {
      path: ['username'],
    });
  }
  if (next.username !== null && password === '' && !isSamePlace) {
    throw new Fault(
      'invalid_input',
      'Please enter the password: the one that is stored belongs to another server or user.',
      { path: ['password'] },
    );
  }
  const sealed =
    next.username === null
      ? null
      : password === ''
        ? (before?.password ?? null)
        : vault.seal(placeOf(tenantId, next), password);
  const stored = { ...next, password: sealed, version: version + 1, changedAt: call.clock.now() };
  if (isOlder || !(await putServer(tx, tenantId, call.principal.userId, stored))) {
    throw new Fault(
      'conflict',
      'Somebody else has changed the mail server meanwhile. Please look at it and save again.',
    );
  }
  await recordAudit(tx, call, {
    action: 'mail.server.changed',
    objectKind: 'mail-sender',
    objectId: null,
    before: inTrail(before),
    after: { ...inTrail(stored), login_renewed: password !== '' },
  });
  await tell(tx, call, sentence('security.mail-server-set', { host: `${next.host}:${next.port}` }), deps);
}

const tell = (tx: Tx, { tenant, principal }: SignedInCall, text: Sentence, deps: TellDeps) =>
  tellOfGuard(tx, { tenantId: tenant.id, text, by: principal.email, path: SENDER_PATH }, deps);

export async function forgetServer(tx: Tx, call: SignedInCall, deps: TellDeps): Promise<void> {
  const before = await findServer(tx);
  if (!before) return;
  await removeServer(tx);
  await recordAudit(tx, call, {
    action: 'mail.server.removed',
    objectKind: 'mail-sender',
    objectId: null,
    before: inTrail(before),
  });
  await tell(tx, call, sentence('security.mail-server-removed', { host: `${before.host}:${before.port}` }), deps);
}
