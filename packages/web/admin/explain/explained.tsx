// One record explained: as a page of its own, and beside the row of a log.
import { useQuery } from '@tanstack/react-query';
import { explainRoutes } from '@tributary/contract/trust/explain';
import { call } from '../../kit/api/api.ts';
import { FormDrawer } from '../../kit/dialogs/form-modal.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { usePhone } from '../../kit/use-width.ts';
import { t } from '../../words/explain.ts';
import { explainPath } from './paths.ts';
import { Thread } from './thread.tsx';

export function Explained({ id }: { id: string }) {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['explain', 'record', session.token, id],
    queryFn: ({ signal }) => call(explainRoutes.explanation, { params: { id } }, { session, signal }),
  });
  if (answer.isPending) return <Loading text={t('searching')} />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  return <Thread thread={answer.data} />;
}

function ExplainDrawer({ id, close }: { id: string; close: () => void }) {
  const phone = usePhone();
  return (
    <FormDrawer
      opened
      onClose={close}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '92%' : 760}
      title={t('title')}
    >
      <LinkButton to={explainPath(id)} variant="default" mb="md">
        {t('asPage')}
      </LinkButton>
      <Explained id={id} />
    </FormDrawer>
  );
}

/** what `explainAction` opens, of every log that has it */
export const explainDialogs = {
  explain: ({ row, close }: Pick<DialogProps<{ id: string }>, 'row' | 'close'>) =>
    row && <ExplainDrawer id={row.id} close={close} />,
};
