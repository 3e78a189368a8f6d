// The last accesses to one's own account, those of an account manager in one's name among them.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accessEventLabels } from '@tributary/contract/logs/access-events';
import { accessLogRoutes } from '@tributary/contract/logs/access-log';
import { call } from '../../kit/api/api.ts';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import classes from './profile.module.css';
import { deviceOf } from './user-agent.ts';

export function OwnAccesses() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['own-accesses', session.token],
    queryFn: ({ signal }) => call(accessLogRoutes.ownAccesses, {}, { session, signal }),
  });
  return (
    <Card title={t('profile.accesses')} note={t('profile.accessesNote')}>
      {answer.isPending && <Skeleton height={44} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isSuccess && (
        <ul className={classes.sessions}>
          {answer.data.rows.map((row) => (
            <li key={row.id} className={classes.session}>
              <div className={classes.sessionWords}>
                <span className={classes.device}>{said(accessEventLabels[row.event])}</span>
                {row.result === 'refused' && <span className={classes.mark}>{t('profile.accessRefused')}</span>}
                <span className={classes.dim}>
                  {[row.actor_name, deviceOf(row.user_agent), row.ip, row.country].filter(Boolean).join(' · ')}
                  {' · '}
                  <time title={dateTime(row.at)}>{relativeDate(row.at)}</time>
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
