// Publishers or advertisers for a picker, without what the reader's role hides of them.
import { hiddenFrom } from '../../http/blank.ts';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { choosePeople } from './people.repo.ts';

export const CHOICES_SHOWN = 50;

export async function peopleToChoose(
  tx: Tx,
  { principal }: SignedInCall,
  { type, q, isOwn = false }: { type: 'publisher' | 'advertiser'; q?: string | undefined; isOwn?: boolean },
) {
  const hidden = hiddenFrom(principal);
  const isUnnamed = type === 'advertiser' && hidden.includes('advertiser_name');
  const own = isOwn ? { managerId: principal.userId } : {};
  const rows = await choosePeople(tx, { type, q, byNumber: isUnnamed, limit: CHOICES_SHOWN, ...own });
  const isBare = isUnnamed || (type === 'publisher' && hidden.includes('publisher_contact'));
  return rows.map((row) => ({ ...row, ...(isUnnamed ? { name: '' } : {}), ...(isBare ? { detail: '' } : {}) }));
}
