// What follows a sign-up or a repeated trial: mails, and the notification in the console. As jobs, so that a call with a
// known address does no more and no less than one with a new one.
import { sectionOfKind } from '@tributary/contract';
import { type Clock, HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { type MailName, queueMail, wasMailedSince } from '../../mail/index.ts';
import { BLANKED, notifyEach } from '../../notifications/index.ts';
import { findTrialTenant, originOfTenant, tenantById, tenantOrigin } from '../../tenancy/index.ts';
import { findAccount } from '../repo.ts';
import { findOwner, type Manager, managersWhoFind } from './sign-up.repo.ts';
import { accountSignedUp, signUpRepeated, trialRepeated } from './sign-up-topics.ts';
import { mailTrialLink } from './start-trial.ts';

export interface SignUpJobDeps {
  database: Database;
  clock: Clock;
  publicOrigin: URL;
  brandName: string;
}

const listOf = { publisher: '/am/affiliates?status=pending', advertiser: '/am/advertisers?status=pending' } as const;

export const signUpJobs = (deps: SignUpJobDeps): Job[] => [
  job(accountSignedUp, 'accounts.announce-sign-up', {
    run: ({ payload, tenantId, jobId, transaction }) =>
      transaction(async (tx) => {
        const account = await findAccount(tx, payload.user_id);
        if (!account || account.type === 'admin') return;
        const tenant = await tenantById(tx, tenantId);
        const at = deps.clock.now();
        const path = listOf[account.type];
        const name = `${account.first_name} ${account.last_name}`;
        const kind = account.type;
        const managers = await managersWhoFind(tx, sectionOfKind[kind], () => findAccount(tx, account.id));
        const textFor = ({ hidden }: Manager) => {
          const isUnnamed = kind === 'advertiser' && hidden.includes('advertiser_name');
          const isBlank = isUnnamed || (kind === 'publisher' && hidden.includes('publisher_contact'));
          const who = isUnnamed ? sentence('brief.somebody') : name;
          return sentence(`signup.${kind}`, { name: who, email: isBlank ? BLANKED : account.email });
        };
        const news = { tenantId, cause: jobId, kind: 'signup', path, at } as const;
        if (!(await notifyEach(tx, news, managers, textFor))) return;
        for (const manager of managers) {
          const url = `${originOfTenant(deps.publicOrigin, tenant)}${path}`;
          await queueMail(tx, {
            tenantId,
            to: manager.email,
            language: manager.language,
            name: 'signup-arrived',
            values: {
              brand: tenant.displayName,
              firstName: manager.first_name,
              lines: [textFor(manager)],
              action: { label: sentence('action.review'), url },
            },
            at,
          });
        }
      }),
  }),
  job(signUpRepeated, 'accounts.tell-owner-of-address', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const account = await findAccount(tx, payload.user_id);
        if (!account || (await isQuiet(tx, 'signup-known', account.email, deps))) return;
        const tenant = await tenantById(tx, tenantId);
        await queueMail(tx, {
          tenantId,
          to: account.email,
          language: account.language,
          name: 'signup-known',
          values: {
            brand: tenant.displayName,
            firstName: account.first_name,
            action: { label: sentence('action.sign-in'), url: `${originOfTenant(deps.publicOrigin, tenant)}/` },
          },
          at: deps.clock.now(),
        });
      }),
  }),
  job(trialRepeated, 'accounts.answer-repeated-trial', {
    run: async ({ payload }) => {
      // the event stands under the platform's id: whose trial it was is found here, and answered inside that tenant
      const tenant = await deps.database.withoutTenant((tx) => findTrialTenant(tx, payload.email));
      if (!tenant) return;
      await deps.database.withTenant(tenant.id, systemActor, (tx) => answerRepeatedTrial(tx, tenant, deps));
    },
  }),
];

/** a stranger can cause these mails: one an hour is enough to learn what happened */
const isQuiet = (tx: Tx, mail: MailName, recipient: string, { clock }: SignUpJobDeps): Promise<boolean> =>
  wasMailedSince(tx, mail, recipient, new Date(clock.now().getTime() - HOUR_MS));

async function answerRepeatedTrial(
  tx: Tx,
  tenant: { id: string; subdomain: string },
  deps: SignUpJobDeps,
): Promise<void> {
  const owner = await findOwner(tx);
  const mail = owner?.has_password ? 'trial-known' : 'trial-link-again';
  if (!owner || (await isQuiet(tx, mail, owner.email, deps))) return;
  const at = deps.clock.now();
  const origin = tenantOrigin(deps.publicOrigin, tenant.subdomain);
  const { brandName } = deps;
  if (mail === 'trial-link-again')
    return mailTrialLink(tx, { tenantId: tenant.id, owner, origin, brandName, at, mail });
  await queueMail(tx, {
    tenantId: tenant.id,
    to: owner.email,
    language: owner.language,
    name: mail,
    values: {
      brand: brandName,
      firstName: owner.first_name,
      lines: [{ verbatim: sentence('line.workspace', { origin }) }],
      action: { label: sentence('action.open-workspace'), url: `${origin}/` },
    },
    at,
  });
}
