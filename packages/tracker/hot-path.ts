// What the entrances share: the snapshot in force, the spool, and how an answer waits for its record.
import type { FrameKind } from '@tributary/contract/spool-record';
import { unlogged } from './replies.ts';
import type { Tenant } from './snapshot.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { Spool } from './spool.ts';
import type { Tally } from './tally.ts';
import type { Reply } from './transport.ts';
import type { World } from './world.ts';

export interface HotPath {
  store: SnapshotStore;
  spool: Spool;
  world: World;
  verdicts: Tally;
  outcomes: Tally;
  /** answered without a record */
  unlogged: Tally;
  /** cookies are Secure where the public origin is https */
  isSecure: boolean;
  now(): number;
}

export type Answer = (reply: Reply) => void;

/** the record first, the answer after its commit; where the disk fails, what the tenant has chosen */
export function commitThenAnswer(
  path: HotPath,
  tenant: Tenant,
  kind: FrameKind,
  row: string,
  reply: Reply,
  answer: Answer,
): void {
  path.spool.append(kind, row, (logged) => {
    if (logged) return answer(reply);
    path.unlogged.count(tenant.source.number, kind);
    // an unlogged postback is money lost: its sender is told to come again, whatever the tenant chose for clicks
    answer(tenant.source.whenUnlogged === 'redirect' && kind !== 'postback' ? reply : unlogged);
  });
}
