// Postback: what an advertiser needs to report conversions, ready to paste, and how its postbacks prove themselves.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { useSearchParams } from 'react-router';
import { ParametersPanel, SnippetsPanel } from '../../features/postbacks/setup-panels.tsx';
import { call } from '../../kit/api/api.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconBuildingStore } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { AuthPanel, SETUP } from './auth-panel.tsx';
import { CheckPanel } from './check-panel.tsx';

export default function PostbackScreen() {
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  useTitle(t('common.postback'));
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
  return (
    <>
      <PageHeader title={t('common.postback')} note={t('postbacks.howAdvertisersReportConversionsSnippets')} />
      {nobody ? (
        <EmptyState
          icon={<IconBuildingStore size={22} aria-hidden />}
          title={t('postbacks.noAdvertisersYet')}
          text={t('postbacks.eachAdvertiserHasAToken')}
          action={<LinkButton to="/am/advertisers">{t('postbacks.goToAdvertisers')}</LinkButton>}
        />
      ) : (
        <>
          <div style={{ maxWidth: 320, marginBottom: 16 }}>
            <RemoteSelect
              name="advertiser"
              label={t('common.advertiser')}
              value={advertiserId}
              chosen={
                setup.data && {
                  value: setup.data.advertiser.id,
                  label: `${setup.data.advertiser.name} (${setup.data.advertiser.number})`,
                }
              }
              onChange={(id) => show(id, '')}
              of={['advertiser']}
              load={loadChoices('advertiser')}
            />
          </div>
          {setup.data ? (
            <>
              <SnippetsPanel
                setup={setup.data}
                offerId={offerId}
                pending={setup.isPlaceholderData}
                onOffer={(offer) => show(advertiserId, offer)}
              />
              <AuthPanel key={setup.data.advertiser.id} setup={setup.data} />
              <CheckPanel key={`check ${setup.data.advertiser.id}`} advertiserId={setup.data.advertiser.id} />
              <ParametersPanel parameters={setup.data.parameters} />
            </>
          ) : setup.isError || first.isError ? (
            <FailedToLoad
              error={setup.error ?? first.error}
              retry={() => void (first.isError ? first.refetch() : setup.refetch())}
            />
          ) : (
            <Skeleton height={420} maw={920} />
          )}
        </>
      )}
    </>
  );
}
