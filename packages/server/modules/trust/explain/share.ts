// Sharing: an account manager makes a link for the publisher or the advertiser of a thread; whoever has it sees that side's part.
import { randomBytes } from 'node:crypto';
import { originOfTenant } from '@tributary/contract/hosts';
import { withheldBy } from '@tributary/contract/settings/publishers';
import type { ExplainLink, Explanation, SharedExplanation } from '@tributary/contract/trust/explain';
import type { ExplainedKind, ShareSide } from '@tributary/contract/trust/explain-words';
import type { SignedInCall, TenantCall } from '../../../http/call.ts';
import { DAY_MS, HOUR_MS, unixSeconds } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newId } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { findPartner } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { readSettings } from '../../settings/index.ts';
import { addLink, findLink, type OpenedLink, openLink, revokeLink, type StoredLink } from './links.repo.ts';
import { hiddenPayouts } from './named.repo.ts';
import { redact } from './redact.ts';
import { explain, type Reader, type ThreadDeps } from './thread.ts';

export interface ShareDeps extends ThreadDeps {
  publicOrigin: URL;
}
const SECRET_BYTES = 16;
const NO_PUBLISHER = 'No publisher is known of this, so there is nobody to share it with.';
const NO_ADVERTISER = 'No advertiser is known of this, so there is nobody to share it with.';

const NOT_ACTIVE = 'This account is rejected or deleted: it is shown nothing any more.';

/** a link is good for as long as its partner could sign in */
async function mayRead(tx: Tx, side: ShareSide, id: string): Promise<boolean> {
  const partner = await findPartner(tx, side, { id });
  return partner !== null && partner.status !== 'rejected';
}

/** whose the thread is, on that side */
function partnerOf({ event, receipts, conversions }: Explanation, side: ShareSide) {
  const rows = [event, ...conversions, ...receipts];
  return rows.map((row) => row?.[side] ?? null).find((partner) => partner !== null) ?? null;
}

export async function share(
  call: SignedInCall,
  { publicOrigin }: ShareDeps,
  whole: Explanation,
  { side, days }: { side: ShareSide; days: number },
): Promise<{ id: string; url: string; ends_at: number }> {
  const partner = partnerOf(whole, side);
  if (!partner) throw new Fault('conflict', side === 'publisher' ? NO_PUBLISHER : NO_ADVERTISER);
  if (!(await call.transaction((tx) => mayRead(tx, side, partner.id)))) throw new Fault('conflict', NOT_ACTIVE);
  const now = call.clock.now();
  const endsAt = new Date(now.getTime() + days * DAY_MS);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const link = {
    tenantId: call.tenant.id,
    id: newId(now.getTime()),
    secretHash: hashSecret(secret),
    subject: { kind: whole.kind, id: whole.id },
    side,
    ownerId: partner.id,
    madeBy: call.principal.userId,
    madeAt: now,
    endsAt,
  };
  await call.transaction(async (tx) => {
    await addLink(tx, link);
    const after = { explained: whole.id, account: partner.id, ends_at: unixSeconds(endsAt) };
    await recordAudit(tx, call, { action: 'explain-link.made', objectKind: 'explain-link', objectId: link.id, after });
  });
  return {
    id: link.id,
    url: `${originOfTenant(publicOrigin, call.tenant)}/shared/${secret}`,
    ends_at: unixSeconds(endsAt),
  };
}

export const revoke = (call: SignedInCall, id: string): Promise<{ id: string }> =>
  call.transaction(async (tx) => {
    const now = call.clock.now();
    const link = await findLink(tx, id, now);
    if (!link) throw new Fault('not_found');
    if (!(await revokeLink(tx, id, now))) throw new Fault('conflict', 'This link has ended already.');
    const trail = { action: 'explain-link.revoked', objectKind: 'explain-link', objectId: id } as const;
    await recordAudit(tx, call, { ...trail, before: { state: 'open' }, after: { state: 'revoked' } });
    return { id };
  });

const named = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ');
export const toLink = (row: StoredLink): ExplainLink => {
  // the check constraints keep these within their lists
  const side = row.side as ShareSide;
  return {
    id: row.id,
    subject: { kind: row.subject_kind as ExplainedKind, id: row.subject_id },
    side,
    partner: { side, id: row.owner_id, number: row.owner_number, name: named(row.owner_first, row.owner_last) },
    made_at: unixSeconds(row.made_at),
    made_by: named(row.maker_first, row.maker_last) || null,
    ends_at: unixSeconds(row.ends_at),
    state: row.state as ExplainLink['state'],
    opens: row.opens,
    opened_at: row.opened_at && unixSeconds(row.opened_at),
  };
};

/** what a partner's own sections would be */
const opened: Record<ShareSide, readonly string[]> = {
  publisher: ['conversions', 'payouts', 'logs'],
  advertiser: ['conversions', 'billing'],
};

/** one row an hour for each address: who reloads is one who opened it */
async function open(call: TenantCall, token: string): Promise<OpenedLink> {
  const now = call.clock.now();
  return call.transaction(async (tx) => {
    const link = await openLink(tx, hashSecret(token), now);
    if (!link || !(await mayRead(tx, link.side, link.ownerId))) throw new Fault('not_found');
    const once = `shared|${link.id}|${call.ip}|${Math.floor(now.getTime() / HOUR_MS)}`;
    const user = { id: link.ownerId, role: link.side };
    await recordAccess(tx, { ...call, principal: null }, { event: 'shared_link', user, detail: link.id, once });
    return link;
  });
}

export async function showShared(call: TenantCall, deps: ShareDeps, token: string): Promise<SharedExplanation> {
  const { subjectId, side, ownerId, endsAt } = await open(call, token);
  const reader: Reader = {
    tenantId: call.tenant.id,
    eyes: systemActor,
    opens: (section) => opened[side].includes(section),
  };
  const whole = await explain(call.transaction, deps, reader, subjectId);
  const rules = await call.transaction(async (tx) => ({
    withheld: side === 'publisher' ? withheldBy((await readSettings(tx, call.tenant.id, 'publishers')).value) : [],
    hiddenPayouts: await hiddenPayouts(
      tx,
      whole.conversions.map(({ offer }) => offer.id),
    ),
  }));
  return redact(whole, { side, ownerId, ...rules }, unixSeconds(endsAt));
}
