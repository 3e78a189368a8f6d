// The advertiser: only approved ones whose account manager is the signed-in user.
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../../../kit/api/api.ts';
import { RemoteSelect, useOnlyOption } from '../../../../kit/inputs/remote-select.tsx';
import type { CallContext } from '../../../../kit/resource/declaration.ts';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

const loadOwn = async (q: string, context: CallContext) => {
  const { rows } = await call(offerRoutes.offerChoices, { query: { kind: 'own-advertiser', q } }, context);
  return rows.map(({ number, name }) => ({ value: String(number), label: `${name} (${number})` }));
};

/** where there is one alone, nobody is asked to choose it */
export const useOnlyAdvertiser = () => useOnlyOption('own-advertiser', loadOwn);

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
      load={loadOwn}
      nothing={t('offers.noApprovedAdvertiserOfYours')}
    />
  );
}
