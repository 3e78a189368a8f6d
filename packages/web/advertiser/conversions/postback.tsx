// The advertiser's own snippets, token and rules. An account manager who is signed in as the advertiser is not shown the
// secrets here: the console has them.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { useSearchParams } from 'react-router';
import {
  parametersSection,
  SecretsFacts,
  type Setup,
  snippetsSection,
} from '../../features/postbacks/setup-panels.tsx';
import { call } from '../../kit/api/api.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { GuidePage } from '../../kit/guide/guide-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/advertiser.ts';
import { conversionTabs } from './tabs.ts';

export default function OwnPostback() {
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  const offerId = search.get('offer') ?? '';
  const setup = useQuery({
    ...keepSameQuestion(['own-postback-setup', session.token, offerId]),
    queryFn: ({ signal }) =>
      call(conversionRoutes.ownPostbackSetup, { query: { offer_id: offerId || undefined } }, { session, signal }),
  });
  const { data } = setup;
  return (
    <GuidePage
      title={t('conversions.yourPostback')}
      purpose={t('conversions.howYourSystemsTellUs')}
      intro={<PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />}
      sections={
        data
          ? [
              snippetsSection({
                setup: data,
                offerId,
                pending: setup.isPlaceholderData,
                onOffer: (offer) => setSearch(offer ? { offer } : {}),
              }),
              {
                id: 'secrets',
                title: t('conversions.secrets'),
                text: t('conversions.onlyForYourOwnServers'),
                body: <Secrets setup={data} />,
              },
              parametersSection(data),
            ]
          : null
      }
      otherwise={
        setup.isError ? (
          <FailedToLoad error={setup.error} retry={() => setup.refetch()} />
        ) : (
          <Skeleton height={420} maw={920} />
        )
      }
    />
  );
}

const Secrets = ({ setup: { secrets, auth } }: { setup: Setup }) => (
  <>
    <SecretsFacts secrets={secrets} />
    {auth.networks.length > 0 && (
      <p>{t('conversions.postbacksAreTakenFromOnly', { networks: auth.networks.join(', ') })}</p>
    )}
  </>
);
