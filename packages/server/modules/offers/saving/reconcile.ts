/**
 * Pairs what is wanted with the rows that are there, by the first test that fits, so that a row keeps its id (links,
 * conversions and logs name it) while its values change. Each row is used once.
 */
export function reconcile<Row, Wanted>(
  rows: readonly Row[],
  wanted: readonly Wanted[],
  tests: readonly ((row: Row, want: Wanted) => boolean)[],
): { kept: [Row, Wanted][]; added: Wanted[]; left: Row[] } {
  const partner = new Map<Wanted, Row>();
  const free = new Set(rows);
  for (const fits of tests) {
    for (const want of wanted) {
      if (partner.has(want)) continue;
      const row = [...free].find((one) => fits(one, want));
      if (row === undefined) continue;
      partner.set(want, row);
      free.delete(row);
    }
  }
  return {
    kept: [...partner].map(([want, row]) => [row, want]),
    added: wanted.filter((want) => !partner.has(want)),
    left: [...free],
  };
}
