// Who may run the offer, and what that means.
import { Select } from '@mantine/core';
import { offerVisibilities } from '@tributary/contract/offer-terms';
import { useOffer } from '../form-context.ts';

const meanings: Record<string, string> = {
  Public: 'Public: for all publishers.',
  Private: 'Private: for a selected few, whom you allow on the offer’s page.',
  'Ask to Permission': 'Ask to Permission: publishers request permission, you approve.',
};

export function VisibilitySelect() {
  const { draft, set } = useOffer();
  return (
    <Select
      name="offer_visibility"
      label="Visibility"
      description={meanings[draft.offer_visibility]}
      data={[...offerVisibilities]}
      allowDeselect={false}
      value={draft.offer_visibility}
      onChange={(value) => value && set('offer_visibility', value)}
    />
  );
}
