// One JSON object per line on stdout. Values are whatever the caller names; request data is never logged as a whole, so
// that no query string (it may hold a token) ends up here.

export type Fields = Record<string, string | number | boolean | null | undefined | string[]>;

export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export function jsonLog(base: Fields, write: (line: string) => void): Log {
  const at = (level: string) => (message: string, fields?: Fields) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, ...base, message, ...fields })}\n`);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

export const stdoutLog = (base: Fields): Log => jsonLog(base, (line) => process.stdout.write(line));

export const reasonOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
