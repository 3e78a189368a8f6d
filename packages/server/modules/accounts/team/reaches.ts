// Whether somebody's role reaches another: it gives no more than his own, and only an owner reaches owners.
import { isWithin, type Powers } from '@tributary/contract';
import type { Principal } from '../../../http/call.ts';

export interface Reach {
  powers: Powers | null;
  isOwner: boolean;
}

export const reachOf = ({ team, isOwner }: Pick<Principal, 'team' | 'isOwner'>): Reach => ({ powers: team, isOwner });

export const reaches = ({ powers, isOwner }: Reach, role: Powers & { preset: string | null }): boolean =>
  powers !== null && isWithin(role, powers) && (isOwner || role.preset !== 'owner');
