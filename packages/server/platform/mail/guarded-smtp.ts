// A mail by a server that somebody typed in. It is reached as every other host from outside is: its name resolves to public
// addresses alone, the connection goes to one that was checked, always under TLS with a certificate that speaks for the name,
// and there is an end to it, however slowly the server talks. What the server answers is told apart: it does not take this
// mail, ever; or it cannot be used now, which says nothing about the mail.
import { connect, isIP, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Resolve, resolvePublic, systemResolve } from '../outbound/client.ts';
import { type AllowList, checkEndpoint, OutboundRefused } from '../outbound/guard.ts';
import type { Secret } from '../vault.ts';
import { messageOf, type OutgoingMail } from './transport.ts';

export const smtpPorts = [25, 465, 587, 2525] as const;

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte, or begun by STARTTLS; never without */
  security: 'tls' | 'starttls';
  login: { username: string; password: Secret } | null;
}

/** the server does not take this mail, and would not later either */
export class MailRefused extends Error {}
/** the server cannot be used now; `refusesUs`: by its own word, which waiting does not change */
export class ServerTrouble extends Error {
  readonly refusesUs: boolean;
  constructor(message: string, refusesUs = false) {
    super(message);
    this.refusesUs = refusesUs;
  }
}

export interface GuardedSmtp {
  /** a refusal that says what is wrong with the address, before anything is sent there */
  check(server: Pick<SmtpServer, 'host' | 'port'>): void;
  send(server: SmtpServer, mail: OutgoingMail): Promise<string>;
}

interface Options {
  /** `host:port` of OUTBOUND_ALLOW: local servers, whose certificates nobody has signed */
  allowed: readonly string[];
  messageHost: string;
  resolve?: Resolve;
  timeoutMs?: number;
  wholeMs?: number;
}

const TIMEOUT_MS = 10_000;
const WHOLE_MS = 30_000;

export function guardedSmtp({
  allowed,
  messageHost,
  resolve = systemResolve,
  timeoutMs = TIMEOUT_MS,
  wholeMs = WHOLE_MS,
}: Options): GuardedSmtp {
  const allow: AllowList = new Set(allowed);
  const check = (server: Pick<SmtpServer, 'host' | 'port'>) => checkEndpoint(server, { allow, ports: smtpPorts });
  return {
    check: (server) => void check(server),
    send: async (server, mail) => {
      const { host, isAllowed } = check(server);
      const [found] = isIP(host)
        ? [{ address: host }]
        : await (isAllowed ? resolve(host) : resolvePublic(host, resolve)).catch((error: unknown) => {
            if (error instanceof OutboundRefused) throw error;
            throw new ServerTrouble(`The name ${host} was not found.`);
          });
      if (!found) throw new ServerTrouble(`The name ${host} has no address.`);
      const socket = await connected(found.address, server.port, timeoutMs);
      const end = setTimeout(() => socket.destroy(new Error('The server took too long.')), wholeMs);
      const { security, login } = server;
      const smtp = createTransport({
        host,
        port: server.port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        name: messageHost,
        tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !isAllowed, ...(isIP(host) ? {} : { servername: host }) },
        ...(login ? { auth: { user: login.username, pass: login.password.reveal() } } : {}),
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        getSocket: (_options, done) => done(null, { connection: socket }),
      });
      try {
        return (await smtp.sendMail(messageOf(mail, messageHost))).response;
      } catch (error) {
        throw judged(error);
      } finally {
        clearTimeout(end);
        socket.destroy();
      }
    },
  };
}

function connected(address: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const failed = (why: string) => {
      socket.destroy();
      reject(new ServerTrouble(`The server could not be reached: ${why}.`));
    };
    socket.setTimeout(timeoutMs, () => failed('it did not answer in time'));
    socket.once('error', (error) => failed(error.message));
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

const textIn = (error: object, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
};

function judged(error: unknown): Error {
  if (!(error instanceof Error)) return new ServerTrouble(String(error));
  const said = textIn(error, 'response').trim();
  const isFinal = /^5\d\d/.test(said);
  // of a recipient or of what the mail says; a sender or password that it does not take, it takes from no mail
  const isAboutMail = /^(RCPT TO|DATA)/.test(textIn(error, 'command')) && !/^53\d/.test(said);
  if (isFinal && isAboutMail) return new MailRefused(said);
  return new ServerTrouble(said || error.message, isFinal);
}
