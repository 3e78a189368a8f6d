// How often a click may convert on a goal.
import { t } from '../../../words/admin.ts';
export const goalCountChoices = [
  { value: '', label: t('offers.asTheOffersTypeSays') },
  { value: 'click', label: t('offers.oncePerClick') },
  { value: 'order', label: t('offers.oncePerOrderTransactionId') },
];
