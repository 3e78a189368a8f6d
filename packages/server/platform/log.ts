// Structured logs, one JSON object a line. Whatever could hold a secret is replaced before it is written: by the name
// of its key at any depth we log, and by never logging bodies at all.
import { type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_KEYS = [
  'password',
  'current_password',
  'new_password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'link',
  'hash',
];

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`]);
  const options = {
    level,
    base: { part: 'server' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...paths, 'req.headers["set-cookie"]', 'DATABASE_URL'], censor: '[redacted]' },
    serializers: { err: withoutConnectionStrings },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** driver errors may quote a connection string: its password goes first */
function withoutConnectionStrings(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const clean = (text: string | undefined) => text?.replaceAll(/(\w+:\/\/[^:/\s]+:)[^@\s]+@/g, '$1[redacted]@');
  const code = 'code' in error ? error.code : undefined;
  const detail = 'detail' in error && typeof error.detail === 'string' ? clean(error.detail) : undefined;
  return { type: error.name, message: clean(error.message), stack: clean(error.stack), code, detail };
}
