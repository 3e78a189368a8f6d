// Account Settings, the same screen for publishers, advertisers and account managers.
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { shortDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FailedToLoad } from '../shell/loading.tsx';
import { useTitle } from '../use-title.ts';
import { Card } from './card.tsx';
import { EmailForm } from './email-form.tsx';
import { OwnSessions, ownSessionsKey } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from './use-profile.ts';

export function AccountSettings({ title = 'Account Settings' }: { title?: string }) {
  const { answer, save, refresh } = useProfile();
  const queries = useQueryClient();
  useTitle(title);
  const profile = answer.data;
  return (
    <>
      <PageHeader
        title={title}
        note={
          profile ? `User ${profile.user_sequence_id}, since ${shortDate(profile.created_at)}` : 'Loading profile...'
        }
      />
      {answer.isError && !profile && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isPending && <Skeleton height={320} maw={760} />}
      {profile && (
        <div className={classes.page}>
          <Card title="Profile">
            <ProfileForm profile={profile} save={save} />
          </Card>
          <Card
            title="Email"
            note={
              profile.waiting_for
                ? `You sign in with ${profile.email}. Open the link that we sent to ${profile.waiting_for} to sign in with that address instead.`
                : `You sign in with ${profile.email}. Another address counts once you have opened the link that we send there.`
            }
          >
            <EmailForm key={`${profile.email} ${profile.waiting_for}`} changed={() => void refresh()} />
          </Card>
          <Card
            title="Password"
            note="Changing it ends your other sessions. Your API keys stay as they are unless you say otherwise."
          >
            <PasswordForm changed={() => queries.invalidateQueries({ queryKey: [ownSessionsKey] })} />
          </Card>
          <OwnSessions />
        </div>
      )}
    </>
  );
}
