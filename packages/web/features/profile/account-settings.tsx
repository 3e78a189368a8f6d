// Account Settings, the same screen for publishers, advertisers and account managers.
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { shortDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { ApiKeysCard } from '../security/api-keys.tsx';
import { TwoFactorCard } from '../security/two-factor.tsx';
import { EmailForm } from './email-form.tsx';
import { OwnAccesses } from './own-accesses.tsx';
import { OwnSessions, ownSessionsKey } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from './use-profile.ts';

export function AccountSettings({ title = t('profile.accountSettings') }: { title?: string }) {
  const { answer, save, refresh } = useProfile();
  const queries = useQueryClient();
  useTitle(title);
  const profile = answer.data;
  return (
    <>
      <PageHeader
        title={title}
        note={
          profile
            ? t('profile.userSince', {
                userSequenceId: profile.user_sequence_id,
                createdAt: shortDate(profile.created_at),
              })
            : t('profile.loadingProfile')
        }
      />
      {answer.isError && !profile && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isPending && <Skeleton height={320} maw={760} />}
      {profile && (
        <Cards>
          <Card title={t('profile.profile')}>
            <ProfileForm profile={profile} save={save} />
          </Card>
          <Card
            title={t('profile.email')}
            note={
              profile.waiting_for
                ? t('profile.youSignInWithOpen', { email: profile.email, waitingFor: profile.waiting_for })
                : t('profile.youSignInWithAnother', { email: profile.email })
            }
          >
            <EmailForm key={`${profile.email} ${profile.waiting_for}`} changed={() => void refresh()} />
          </Card>
          <Card title={t('common.password')} note={t('profile.changingItEndsYourOther')}>
            <PasswordForm changed={() => queries.invalidateQueries({ queryKey: [ownSessionsKey] })} />
          </Card>
          <TwoFactorCard />
          <OwnSessions />
          <ApiKeysCard />
          <OwnAccesses />
        </Cards>
      )}
    </>
  );
}
