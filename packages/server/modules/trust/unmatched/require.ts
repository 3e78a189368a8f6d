import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { findGroup, lockGroup, type StoredGroup } from './groups.repo.ts';

export async function requireGroup(tx: Tx, id: string): Promise<StoredGroup> {
  const group = await findGroup(tx, id);
  if (!group) throw new Fault('not_found');
  return group;
}

export async function requireLocked(tx: Tx, id: string): Promise<StoredGroup> {
  const group = await lockGroup(tx, id);
  if (!group) throw new Fault('not_found');
  return group;
}

/** whose calls they are */
export function requireOwner({ advertiser_id: id }: StoredGroup): string {
  if (id !== null) return id;
  throw new Fault(
    'conflict',
    'Nobody can say whose calls these are, so there is nobody whose calls could be read otherwise.',
  );
}
