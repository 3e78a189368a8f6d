// How long the tracker's commits took, by its own account: what the disk has to do with its latency.

/** upper bound in seconds → commits that took no longer */
type CommitTimes = Map<number, number>;

const BUCKET = /^tracker_commit_seconds_bucket\{le="([^"]+)".*\} (\d+)$/gm;

export async function commitTimes(port: number): Promise<CommitTimes> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map(
    [...text.matchAll(BUCKET)].map(([, le, count]) => [Number(le?.replace('+Inf', 'Infinity')), Number(count)]),
  );
}

const BOUNDS = [0.0008, 0.0064];

/** in words, from one reading to the next */
export function commitsBetween(before: CommitTimes, after: CommitTimes): string {
  const upTo = (bound: number): number => (after.get(bound) ?? 0) - (before.get(bound) ?? 0);
  const all = upTo(Number.POSITIVE_INFINITY);
  const slow = BOUNDS.map((bound) => `${((1 - upTo(bound) / all) * 100).toFixed(2)} % over ${bound * 1000} ms`);
  return `${all} commits, ${slow.join(', ')}`;
}
