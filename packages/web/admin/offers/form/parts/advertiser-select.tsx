// The advertiser: only approved ones whose account manager is the signed-in user.
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../../../kit/api/api.ts';
import { RemoteSelect } from '../../../../kit/inputs/remote-select.tsx';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function AdvertiserSelect() {
  const { draft, set, fault, advertiser } = useOffer();
  return (
    <RemoteSelect
      name="advertiser_id"
      label={t('common.advertiser')}
      required
      placeholder={t('offers.chooseAnAdvertiser')}
      error={fault?.field === 'advertiser_id'}
      value={draft.advertiser_id}
      onChange={(value) => set('advertiser_id', value)}
      chosen={advertiser}
      of={['own-advertiser']}
      load={async (q, context) => {
        const { rows } = await call(offerRoutes.offerChoices, { query: { kind: 'own-advertiser', q } }, context);
        return rows.map(({ number, name }) => ({ value: String(number), label: `${name} (${number})` }));
      }}
      nothing={t('offers.noApprovedAdvertiserOfYours')}
    />
  );
}
