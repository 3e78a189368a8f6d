// A sign-in from a device or a country that the person has not come from before: he hears of it by mail. Whoever has merely forgotten
// his cookies (the same browser, the same country) is left in peace, and so is the first sign-in of all.
import type { TenantCall } from '../../../http/call.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { networkOf } from '../../../platform/network-of.ts';
import { sentence } from '../../../words/sentences.ts';
import { queueMail, wasMailedSince } from '../../mail/index.ts';
import type { Account } from '../repo.ts';
import { formerSignIns } from './sessions.repo.ts';

/** before the new session stands */
export async function isStrange(
  tx: Tx,
  userId: string,
  call: Pick<TenantCall, 'ip' | 'userAgent' | 'country' | 'countryOf'>,
): Promise<boolean> {
  const former = await formerSignIns(tx, userId);
  if (former.length === 0) return false;
  const country = call.country();
  const isKnown = former.some(
    ({ ip, user_agent }) =>
      user_agent === call.userAgent &&
      (country === null ? networkOf(ip) === networkOf(call.ip) : call.countryOf(ip) === country),
  );
  return !isKnown;
}

/** one an hour: somebody who has the password must not be able to flood its owner */
export async function mailNewDevice(tx: Tx, call: TenantCall, account: Account): Promise<void> {
  const at = call.clock.now();
  if (await wasMailedSince(tx, 'new-device', account.email, new Date(at.getTime() - HOUR_MS))) return;
  const country = call.country();
  await queueMail(tx, {
    tenantId: call.tenant.id,
    to: account.email,
    language: account.language,
    name: 'new-device',
    values: {
      brand: call.tenant.displayName,
      firstName: account.first_name,
      lines: [
        sentence('line.device', { device: call.userAgent.slice(0, 120) || '-' }),
        sentence('line.address', { address: country ? `${call.ip} (${country.toUpperCase()})` : call.ip }),
      ],
      action: { label: sentence('action.sign-in'), url: call.origin },
    },
    at,
  });
}
