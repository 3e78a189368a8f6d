// Postback: what an advertiser needs to report conversions, ready to paste, and how its postbacks prove themselves.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { useSearchParams } from 'react-router';
import { parametersSection, snippetsSection } from '../../features/postbacks/setup-panels.tsx';
import { call } from '../../kit/api/api.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { GuidePage } from '../../kit/guide/guide-page.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { numbered } from '../../kit/table/list-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconBuildingStore } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { AuthPanel, SETUP } from './auth-panel.tsx';
import { CheckPanel } from './check-panel.tsx';

export default function PostbackScreen() {
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  const first = useQuery({
    queryKey: ['options', 'advertiser', session.token, ''],
    queryFn: ({ signal }) => loadChoices('advertiser')('', { session, signal }),
  });
  const advertiserId = search.get('advertiser') ?? first.data?.[0]?.value ?? '';
  const offerId = search.get('offer') ?? '';
  const setup = useQuery({
    ...keepSameQuestion([SETUP, session.token, advertiserId, offerId]),
    queryFn: ({ signal }) =>
      call(
        conversionRoutes.postbackSetup,
        { params: { id: advertiserId }, query: { offer_id: offerId || undefined } },
        { session, signal },
      ),
    enabled: advertiserId !== '',
  });
  const show = (advertiser: string, offer: string) => setSearch(offer ? { advertiser, offer } : { advertiser });
  const nobody = first.isSuccess && advertiserId === '';
  const { data } = setup;
  const choice = (
    <div style={{ maxWidth: 320, marginBottom: 16 }}>
      <RemoteSelect
        name="advertiser"
        label={t('common.advertiser')}
        value={advertiserId}
        chosen={data && { value: data.advertiser.id, label: numbered(data.advertiser) }}
        onChange={(id) => show(id, '')}
        of={['advertiser']}
        load={loadChoices('advertiser')}
      />
    </div>
  );
  return (
    <GuidePage
      title={t('common.postback')}
      purpose={t('postbacks.howAdvertisersReportConversionsSnippets')}
      intro={!nobody && choice}
      sections={
        data
          ? [
              snippetsSection({
                setup: data,
                offerId,
                pending: setup.isPlaceholderData,
                onOffer: (offer) => show(advertiserId, offer),
              }),
              {
                id: 'who-may-send',
                title: t('postbacks.whoMaySend'),
                text: t('postbacks.postbacksOfMustProveThemselves', { name: data.advertiser.name }),
                body: <AuthPanel key={data.advertiser.id} setup={data} />,
              },
              {
                id: 'check',
                title: t('postbacks.tryAPostback'),
                text: t('postbacks.pasteOneAsTheAdvertisers'),
                body: <CheckPanel key={data.advertiser.id} advertiserId={data.advertiser.id} />,
              },
              parametersSection(data),
            ]
          : null
      }
      otherwise={
        nobody ? (
          <EmptyState
            icon={<IconBuildingStore size={22} aria-hidden />}
            title={t('postbacks.noAdvertisersYet')}
            text={t('postbacks.eachAdvertiserHasAToken')}
            action={<LinkButton to="/am/advertisers">{t('postbacks.goToAdvertisers')}</LinkButton>}
          />
        ) : setup.isError || first.isError ? (
          <FailedToLoad
            error={setup.error ?? first.error}
            retry={() => void (first.isError ? first.refetch() : setup.refetch())}
          />
        ) : (
          <Skeleton height={420} maw={920} />
        )
      }
    />
  );
}
