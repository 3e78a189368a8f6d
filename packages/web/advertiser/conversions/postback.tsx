// The advertiser's own snippets, token and rules. An account manager who is signed in as the advertiser is not shown the
// secrets here: the console has them.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { useSearchParams } from 'react-router';
import classes from '../../features/postbacks/setup.module.css';
import { ParametersPanel, SecretsFacts, SnippetsPanel } from '../../features/postbacks/setup-panels.tsx';
import { call } from '../../kit/api/api.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/advertiser.ts';
import { conversionTabs } from './tabs.ts';

export default function OwnPostback() {
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  const offerId = search.get('offer') ?? '';
  useTitle(t('conversions.yourPostback'));
  const setup = useQuery({
    ...keepSameQuestion(['own-postback-setup', session.token, offerId]),
    queryFn: ({ signal }) =>
      call(conversionRoutes.ownPostbackSetup, { query: { offer_id: offerId || undefined } }, { session, signal }),
  });
  return (
    <>
      <PageHeader title={t('conversions.yourPostback')} note={t('conversions.howYourSystemsTellUs')} />
      <PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />
      {setup.data ? (
        <>
          <SnippetsPanel
            setup={setup.data}
            offerId={offerId}
            pending={setup.isPlaceholderData}
            onOffer={(offer) => setSearch(offer ? { offer } : {})}
          />
          <section className={classes.panel} aria-label={t('conversions.secrets')}>
            <h2>{t('conversions.secrets')}</h2>
            <p>{t('conversions.onlyForYourOwnServers')}</p>
            <SecretsFacts secrets={setup.data.secrets} />
            {setup.data.auth.networks.length > 0 && (
              <p>{t('conversions.postbacksAreTakenFromOnly', { networks: setup.data.auth.networks.join(', ') })}</p>
            )}
          </section>
          <ParametersPanel parameters={setup.data.parameters} />
        </>
      ) : setup.isError ? (
        <FailedToLoad error={setup.error} retry={() => setup.refetch()} />
      ) : (
        <Skeleton height={420} maw={920} />
      )}
    </>
  );
}
