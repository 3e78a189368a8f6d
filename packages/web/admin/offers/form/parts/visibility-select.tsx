// Who may run the offer, and what that means.
import { Select } from '@mantine/core';
import { offerVisibilities } from '@tributary/contract/offers/offer-terms';
import { t } from '../../../../words/admin.ts';
import { said } from '../../../../words/said.ts';
import { useOffer } from '../form-context.ts';

const meanings: Record<string, string> = {
  Public: t('offers.publicForAllPublishers'),
  Private: t('offers.privateForASelectedFew'),
  'Ask to Permission': t('offers.askToPermissionPublishersRequest'),
};

export function VisibilitySelect() {
  const { draft, set } = useOffer();
  return (
    <Select
      name="offer_visibility"
      label={t('offers.visibility')}
      description={meanings[draft.offer_visibility]}
      data={offerVisibilities.map((value) => ({ value, label: said(value) }))}
      allowDeselect={false}
      value={draft.offer_visibility}
      onChange={(value) => value && set('offer_visibility', value)}
    />
  );
}
