// The way that a mail takes. Where the workspace has a server of its own, by that one: what it refuses for good has failed, and the
// owners hear of it, once a day; while it cannot be used, mails wait and are tried again. Nobody waits longer than an hour: then, and
// for as long as the server goes on failing, mails leave by the platform, in the workspace's name.
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/topics.ts';
import { type GuardedSmtp, MailRefused, ServerTrouble } from '../../platform/mail/guarded-smtp.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { OutboundRefused } from '../../platform/outbound/guard.ts';
import type { Vault } from '../../platform/vault.ts';
import { type Sentence, sentence } from '../../words/sentences.ts';
import { claimRefusalTold, claimTold, noteTrouble, noteWorks, type StoredServer } from './mail-server.repo.ts';
import { isTakenOver, opened, TAKEOVER_MS } from './mail-server.ts';
import { oneLine } from './plain-name.ts';
import type { RenderedMail } from './render-mail.ts';
import { markFailed } from './repo.ts';
import type { MailHeaders } from './sender.ts';
import { SENDER_PATH, type TellDeps, tellOwners } from './tell-owners.ts';

export interface DeliverDeps extends TellDeps {
  /** the platform's */
  transport: MailTransport;
  servers: GuardedSmtp;
  vault: Vault;
}

export interface MailOnItsWay {
  id: string;
  to: string;
  queuedAt: Date;
  said: RenderedMail;
  headers: { platform: MailHeaders; own: MailHeaders | null };
  server: StoredServer | null;
}

/** a server that was stood in for is tried again so often, by whichever mail comes then */
const TRIED_AGAIN_MS = 10 * MINUTE_MS;
/** what passes by itself is nobody's business */
const TOLD_AFTER_MS = 10 * MINUTE_MS;

type Run = Pick<JobRun<unknown>, 'tenantId' | 'transaction'>;

export const answerIn = (error: Error): string => oneLine(error.message).slice(0, 300);

export async function deliver(run: Run, mail: MailOnItsWay, deps: DeliverDeps): Promise<'sent' | 'refused'> {
  const { id, to, said, headers, server } = mail;
  const byPlatform = async () => {
    await deps.transport.send({ id, to, ...said, ...headers.platform });
    return 'sent' as const;
  };
  if (!server || !headers.own || isResting(server, deps.clock.now())) return byPlatform();
  try {
    await deps.servers.send(opened(run.tenantId, server, deps.vault), { id, to, ...said, ...headers.own });
    await run.transaction((tx) => noteWorks(tx, server, deps.clock.now()));
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefused) {
      await noteRefused(run, mail, server, error, deps);
      return 'refused';
    }
    if (!(error instanceof ServerTrouble || error instanceof OutboundRefused)) throw error;
    const since = await noteFailing(run, server, error, deps);
    const now = deps.clock.now().getTime();
    const hasWaited = [since, mail.queuedAt].some((moment) => now - moment.getTime() >= TAKEOVER_MS);
    if (hasWaited) return byPlatform();
    throw error;
  }
}

const isResting = (server: StoredServer, now: Date): boolean =>
  isTakenOver(server, now) && server.triedAt !== null && now.getTime() - server.triedAt.getTime() < TRIED_AGAIN_MS;

/** it is taken by this server never, and would be by none of ours: the address is wrong, or what it says */
async function noteRefused(run: Run, { id }: MailOnItsWay, server: StoredServer, error: Error, deps: DeliverDeps) {
  const at = deps.clock.now();
  const answer = answerIn(error);
  await run.transaction(async (tx) => {
    await markFailed(tx, id, answer);
    await noteWorks(tx, server, at);
    if (!(await claimRefusalTold(tx, { before: new Date(at.getTime() - DAY_MS), at }))) return;
    await tell(tx, run, sentence('trouble.mail-refused', { host: server.host, answer }), deps);
  });
}

/** since when it fails; the owners hear of it once, at once where the server itself says no */
async function noteFailing(run: Run, server: StoredServer, error: Error, deps: DeliverDeps): Promise<Date> {
  const at = deps.clock.now();
  const answer = answerIn(error);
  return run.transaction(async (tx) => {
    const since = (await noteTrouble(tx, server, { error: answer, at })) ?? at;
    const isFinal = error instanceof OutboundRefused || (error instanceof ServerTrouble && error.refusesUs);
    const isTime = isFinal || at.getTime() - since.getTime() >= TOLD_AFTER_MS;
    if (isTime && (await claimTold(tx, at))) {
      await tell(tx, run, sentence('trouble.mail-server', { host: server.host, answer }), deps);
    }
    return since;
  });
}

const tell = (tx: Tx, { tenantId }: Run, text: Sentence, deps: TellDeps) =>
  tellOwners(tx, { tenantId, cause: newId(), text, path: SENDER_PATH, verbatim: true }, deps);
