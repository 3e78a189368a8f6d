// What happens to a second click within the unique-click duration.
import { Switch } from '@mantine/core';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function DuplicateClicks() {
  const { draft, set } = useOffer();
  const refuses = draft.duplicate_click_action === 'refuse';
  return (
    <Switch
      name="duplicate_click_action"
      label={t('offers.duplicateClickAction')}
      description={refuses ? t('offers.onARepeatedClickIs') : t('offers.offARepeatedClickGoes')}
      checked={refuses}
      onChange={(event) => set('duplicate_click_action', event.currentTarget.checked ? 'refuse' : 'count')}
    />
  );
}
