// The offer's state. A new offer starts with "Approve", which makes it active at once.
import { Select } from '@mantine/core';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';
import { statusesOf } from '../statuses.ts';

export function StatusSelect() {
  const { draft, set, mode } = useOffer();
  return (
    <Select
      name="status"
      label={t('common.status')}
      description={mode === 'create' ? t('offers.approveMakesItActiveAt') : t('offers.onlyAnActiveOfferTakes')}
      data={statusesOf(mode)}
      allowDeselect={false}
      value={draft.status}
      onChange={(status) => status && set('status', status)}
    />
  );
}
