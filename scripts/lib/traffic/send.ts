// Requests to the tracker, and the book of what was sent and what came back.
import { Agent, request as httpRequest } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ANSWER_LIMIT_MS = 10_000;

export interface TrackerAnswer {
  /** 0: no answer */
  status: number;
  location: string;
  body: string;
}

export function ask(
  port: number,
  method: 'GET' | 'HEAD',
  path: string,
  headers: Record<string, string>,
): Promise<TrackerAnswer> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent, timeout: ANSWER_LIMIT_MS };
    const request = httpRequest(options, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.once('close', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '', body }),
      );
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve({ status: 0, location: '', body: '' }));
    request.end();
  });
}

/** counts by two names, printed as a small table */
export class Book {
  readonly #counts = new Map<string, Map<string, number>>();

  count(group: string, name: string): void {
    const names = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, names.set(name, (names.get(name) ?? 0) + 1));
  }

  text(): string {
    return [...this.#counts]
      .map(([group, names]) => {
        const sorted = [...names].sort((a, b) => b[1] - a[1]);
        return `  ${group.padEnd(12)}${sorted.map(([name, count]) => `${count} ${name}`).join(', ')}`;
      })
      .join('\n');
  }
}
