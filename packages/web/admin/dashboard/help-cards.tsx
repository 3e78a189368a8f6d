// The specification's three cards: knowledge base, account manager, signup link.
import { Anchor } from '@mantine/core';
import { isGranted } from '@tributary/contract/accounts/sections';
import { boot } from '../../kit/boot.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { fullName } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import classes from './dashboard.module.css';

export function HelpCards() {
  const { user, role } = useSession();
  // whoever runs the team is whom partners know; a colleague with a narrower role is not his own manager
  const isManager = role === null || isGranted(role.sections, 'team', 'write');
  const name = fullName(user.first_name, user.last_name);
  return (
    <>
      <section className={classes.card} aria-labelledby="knowledge-base">
        <h2 id="knowledge-base" className={classes.cardTitle}>
          {t('dashboard.knowledgeBase')}
        </h2>
        <p className={classes.cardText}>{t('dashboard.guidesToOffersTrackingLinks')}</p>
        <Anchor href={`${boot().mainOrigin}/resources`} target="_blank" rel="noreferrer">
          {t('dashboard.openTheKnowledgeBase')}
        </Anchor>
      </section>
      {isManager && (
        <section className={classes.card} aria-labelledby="account-manager">
          <h2 id="account-manager" className={classes.cardTitle}>
            {t('common.accountManager')}
          </h2>
          <div className={classes.person}>
            <Avatar name={name} />
            <div>
              <b>{name}</b>
              <Anchor href={`mailto:${user.email}`}>{user.email}</Anchor>
            </div>
          </div>
        </section>
      )}
      <section className={classes.card} aria-labelledby="signup-link">
        <h2 id="signup-link" className={classes.cardTitle}>
          {t('dashboard.signupLink')}
        </h2>
        <CopyLine label={t('dashboard.forPublishers')} text={`${location.origin}/publisher-signup`} />
        <CopyLine label={t('dashboard.forAdvertisers')} text={`${location.origin}/advertiser-signup`} />
      </section>
    </>
  );
}
