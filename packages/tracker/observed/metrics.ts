// Counters, gauges and one kind of histogram in Prometheus' text form. Kept by hand: the hot path increments a number
// in an object it already holds, and the text is only made when somebody asks.

export type Labels = Readonly<Record<string, string>>;

const labelText = (labels: Labels): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, '_')}"`);
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
};

/** times in seconds, in buckets that double from 50 µs to 1.6 s */
export class Timing {
  static readonly bounds = Array.from({ length: 16 }, (_, at) => 0.00005 * 2 ** at);
  readonly counts = new Float64Array(Timing.bounds.length + 1);
  sum = 0;

  observe(seconds: number): void {
    let at = 0;
    while (at < Timing.bounds.length && seconds > (Timing.bounds[at] ?? 0)) at++;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += seconds;
  }
}

export class Metrics {
  readonly #collectors = new Map<string, () => Iterable<[Labels, number]>>();
  readonly #timings = new Map<string, Timing>();
  readonly #gauges = new Map<string, () => number>();
  readonly #help = new Map<string, string>();

  /** counters kept elsewhere, read when the page is asked for */
  counters(name: string, help: string, read: () => Iterable<[Labels, number]>): void {
    this.#help.set(name, help);
    this.#collectors.set(name, read);
  }

  timing(name: string, help: string): Timing {
    const known = this.#timings.get(name) ?? new Timing();
    this.#help.set(name, help);
    this.#timings.set(name, known);
    return known;
  }

  /** read when the page is asked for */
  gauge(name: string, help: string, read: () => number): void {
    this.#help.set(name, help);
    this.#gauges.set(name, read);
  }

  /** every line carries the worker's number, so that the pages of several workers can be joined */
  text(worker: string): string {
    const lines: string[] = [];
    const open = (name: string, kind: string) =>
      lines.push(`# HELP ${name} ${this.#help.get(name)}`, `# TYPE ${name} ${kind}`);
    for (const [name, read] of this.#gauges) {
      open(name, 'gauge');
      lines.push(`${name}${labelText({ worker })} ${read()}`);
    }
    for (const [name, read] of this.#collectors) {
      open(name, 'counter');
      for (const [labels, value] of read()) lines.push(`${name}${labelText({ ...labels, worker })} ${value}`);
    }
    for (const [name, timing] of this.#timings) {
      open(name, 'histogram');
      lines.push(...timingLines(name, timing, worker));
    }
    return `${lines.join('\n')}\n`;
  }
}

function timingLines(name: string, timing: Timing, worker: string): string[] {
  const lines: string[] = [];
  let total = 0;
  timing.counts.forEach((count, at) => {
    total += count;
    const bound = Timing.bounds[at];
    const le = bound === undefined ? '+Inf' : String(Number(bound.toPrecision(6)));
    lines.push(`${name}_bucket${labelText({ le, worker })} ${total}`);
  });
  return [
    ...lines,
    `${name}_sum${labelText({ worker })} ${timing.sum}`,
    `${name}_count${labelText({ worker })} ${total}`,
  ];
}

/** the pages of several workers as one: each figure's lines together, its description once */
export function joinMetrics(texts: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const text of texts) {
    let family = { head: [] as string[], samples: [] as string[] };
    for (const line of text.split('\n')) {
      const name = /^# HELP (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
      }
      if (!line.startsWith('#')) family.samples.push(...(line === '' ? [] : [line]));
      else if (family.head.length < 2) family.head.push(line);
    }
  }
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')}\n`;
}
