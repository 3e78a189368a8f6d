// Days that a recount has found to differ, said on top of System until they agree.
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recountRoutes } from '@tributary/contract/trust/recounts';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { RECOUNTS_PATH } from './tabs.ts';

export function Drift() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['recounts', 'drift', session.token],
    queryFn: ({ signal }) =>
      call(recountRoutes.recounts, { query: { state: 'differs', page_size: 1 } }, { session, signal }),
  });
  const days = answer.data?.total ?? 0;
  if (days === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />} role="alert" mb="md">
      {t('recounts.drift', { count: days })}{' '}
      <Anchor component={Link} to={`${RECOUNTS_PATH}?state=differs`} inherit>
        {t('recounts.lookAtThem')}
      </Anchor>
    </Alert>
  );
}
