// Mails the link that sets a new password, to approved accounts only. Whoever asks twice in a row gets one mail: a stranger
// must not be able to flood an address.
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { queueMail, wasMailedSince } from '../../mail/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import { findAccountByEmail } from '../repo.ts';
import { PASSWORD_LINK_MS } from '../signing-in/session-limits.ts';
import { passwordLinkAsked } from '../topics.ts';
import { createPasswordLink } from './forgotten-password.ts';

export const passwordJobs = ({ clock, publicOrigin }: { clock: Clock; publicOrigin: URL }): Job[] => [
  job(passwordLinkAsked, 'accounts.mail-password-link', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const account = await findAccountByEmail(tx, payload.email);
        const at = clock.now();
        const since = new Date(at.getTime() - MINUTE_MS);
        if (account?.status !== 'approved' || (await wasMailedSince(tx, 'password-link', account.email, since))) return;
        const tenant = await tenantById(tx, tenantId);
        const url = await createPasswordLink(tx, {
          tenantId,
          userId: account.id,
          origin: originOfTenant(publicOrigin, tenant),
          at,
          lifetimeMs: PASSWORD_LINK_MS,
        });
        await queueMail(tx, {
          tenantId,
          to: account.email,
          language: account.language,
          name: 'password-link',
          values: {
            brand: tenant.displayName,
            firstName: account.first_name,
            action: { label: sentence('action.set-new-password'), url },
          },
          at,
        });
      }),
  }),
];
