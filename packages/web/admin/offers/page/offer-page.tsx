// An offer's own page: its form in edit mode, and what hangs on it, each under its tab.

import { useParams } from 'react-router';
import { NotFoundScreen } from '../../../features/shell/not-found-screen.tsx';
import { ApiError } from '../../../kit/api/api-error.ts';
import { FailedToLoad, Loading } from '../../../kit/shell/loading.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { t } from '../../../words/admin.ts';
import { OfferTabs } from './offer-tabs.tsx';
import { useOfferRecord } from './use-offer-record.ts';

export default function OfferPage() {
  const { id = '' } = useParams();
  const { session } = useSession();
  const { answer, reload } = useOfferRecord(id);
  if (answer.isPending) return <Loading text={t('offers.loadingOffer')} />;
  if (answer.data) return <OfferTabs key={answer.data.id} offer={answer.data} reload={reload} />;
  const { error } = answer;
  const unknown = error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404;
  return unknown ? (
    <NotFoundScreen role={session.role} />
  ) : (
    <FailedToLoad error={error} retry={() => answer.refetch()} />
  );
}
