// The own open sessions: end one, or all but this one.
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { profileRoutes } from '@tributary/contract/profile';
import { call } from '../api.ts';
import { sentenceFor } from '../api-error.ts';
import { confirmDialog } from '../dialogs.tsx';
import { FailedToLoad } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';
import { toast } from '../toast.tsx';
import { Card } from './card.tsx';
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
    act(call(profileRoutes.endOwnSession, { params: { id } }, { session }), 'Session ended successfully!');
  const endOthers = async () => {
    const text = 'Every other browser is signed out at once. This one stays signed in.';
    if (!(await confirmDialog({ title: 'End all other sessions?', text, confirm: 'End sessions', danger: true })))
      return;
    await act(call(profileRoutes.endOtherSessions, {}, { session }), 'Other sessions ended successfully!');
  };
  const rows = answer.data?.rows ?? [];
  return (
    <Card
      title="Sessions"
      note="Where your account is signed in."
      action={
        rows.length > 1 && (
          <Button variant="default" onClick={() => void endOthers()}>
            End all other sessions
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
                aria-label={`End the session from ${one.ip}`}
                onClick={() => void endOne(one.id)}
              >
                End
              </Button>
            )
          }
        />
      )}
    </Card>
  );
}
