// Whose role was raised hears of it, and so does every owner: whoever raises a role in a stolen session is seen.
import type { Clock } from '../../../platform/clock.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { queueMail } from '../../mail/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import { membersOf, nameOf, openOwners } from './members.repo.ts';
import { roleRaised } from './topics.ts';

export const teamJobs = ({ clock, publicOrigin }: { clock: Clock; publicOrigin: URL }): Job[] => [
  job(roleRaised, 'accounts.tell-of-raised-role', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const tenant = await tenantById(tx, tenantId);
        const origin = originOfTenant(publicOrigin, tenant);
        const raised = (await membersOf(tx, payload.user_ids)).filter(({ state }) => state === 'active');
        const mail = { tenantId, at: clock.now() };
        const about = [
          sentence('line.role', { role: payload.role }),
          sentence('line.changed-by', { name: payload.by }),
        ];
        for (const person of raised) {
          await queueMail(tx, {
            ...mail,
            to: person.email,
            language: person.language,
            name: 'role-raised',
            values: {
              brand: tenant.displayName,
              firstName: person.firstName,
              lines: about,
              action: { label: sentence('action.sign-in'), url: `${origin}/` },
            },
          });
        }
        if (raised.length === 0) return;
        const people = raised.map((person) => sentence('line.colleague', { name: nameOf(person) }));
        for (const owner of await openOwners(tx)) {
          await queueMail(tx, {
            ...mail,
            to: owner.email,
            language: owner.language,
            name: 'team-role-raised',
            values: {
              brand: tenant.displayName,
              firstName: owner.firstName,
              lines: [...people, ...about],
              action: { label: sentence('action.open-team'), url: `${origin}/am/team` },
            },
          });
        }
      }),
  }),
];
