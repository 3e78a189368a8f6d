// The own open sessions: end one, or all but this one.
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { profileRoutes } from '@tributary/contract/accounts/profile';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import { apiKeysKey } from '../security/api-keys.tsx';
import { SessionList } from './session-list.tsx';

export const ownSessionsKey = 'own-sessions';

export function OwnSessions() {
  const { session } = useSession();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [ownSessionsKey, session.token],
    queryFn: ({ signal }) => call(profileRoutes.sessions, {}, { session, signal }),
  });
  const act = async (attempt: Promise<unknown>, done: string) => {
    try {
      await attempt;
      toast.success(done);
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await queries.invalidateQueries({ queryKey: [ownSessionsKey] });
  };
  const endOne = (id: string) =>
    act(call(profileRoutes.endOwnSession, { params: { id } }, { session }), t('profile.sessionEndedSuccessfully'));
  const endOthers = async () => {
    const text = t('profile.everyOtherBrowserIsSigned');
    if (
      !(await confirmDialog({
        title: t('profile.endAllOtherSessions'),
        text,
        confirm: t('profile.endSessions'),
        danger: true,
      }))
    )
      return;
    await act(call(profileRoutes.endOtherSessions, {}, { session }), t('profile.otherSessionsEndedSuccessfully'));
    await queries.invalidateQueries({ queryKey: [apiKeysKey] });
  };
  const rows = answer.data?.rows ?? [];
  return (
    <Card
      title={t('profile.sessions')}
      note={t('profile.whereYourAccountIsSigned')}
      action={
        rows.length > 1 && (
          <Button variant="default" onClick={() => void endOthers()}>
            {t('profile.endAllOtherSessions2')}
          </Button>
        )
      }
    >
      {answer.isPending && <Skeleton height={44} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isSuccess && (
        <SessionList
          sessions={rows}
          action={(one) =>
            one.current ? null : (
              <Button
                variant="subtle"
                color="gray"
                aria-label={t('profile.endTheSessionFrom', { ip: one.ip })}
                onClick={() => void endOne(one.id)}
              >
                {t('profile.end')}
              </Button>
            )
          }
        />
      )}
    </Card>
  );
}
