// Verdicts and outcomes counted per tenant, for /metrics and the report to the server.

export class Tally {
  readonly #counts = new Map<number, Record<string, number>>();

  count(tenant: number, name: string): void {
    let counts = this.#counts.get(tenant);
    if (!counts) {
      counts = {};
      this.#counts.set(tenant, counts);
    }
    counts[name] = (counts[name] ?? 0) + 1;
  }

  byTenant(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#counts].map(([tenant, counts]) => [String(tenant), { ...counts }]));
  }

  *entries(): Generator<[tenant: number, name: string, count: number]> {
    for (const [tenant, counts] of this.#counts) {
      for (const [name, count] of Object.entries(counts)) yield [tenant, name, count];
    }
  }
}
