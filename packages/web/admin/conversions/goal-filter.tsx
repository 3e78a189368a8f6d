// Goals belong to an offer: the filter offers those of the offer that the log is narrowed to.
import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OwnFilterProps } from '../../kit/resource/declaration.ts';
import { t } from '../../words/admin.ts';
import { useGoals } from './use-goals.ts';

export function GoalFilter({ label, value, set }: OwnFilterProps) {
  const [search] = useSearchParams();
  const offerId = search.get('offer_id') ?? '';
  const goals = useGoals(offerId);
  return (
    <Select
      label={label}
      placeholder={offerId ? t('conversions.any') : t('conversions.applyAnOfferFirst')}
      disabled={!offerId}
      clearable
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('common.clear', { label }) }}
      data={goals}
      value={value || null}
      onChange={(chosen) => set(chosen ?? '')}
    />
  );
}
