// By what the list of offers can be narrowed.
import { offerCategories, offerStatuses, offerVisibilities } from '@tributary/contract/offers/offer-terms';
import type { offerList } from '@tributary/contract/offers/offers';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import type { ListFilter } from '../../kit/resource/declaration.ts';
import { words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import type { OfferRow } from './offers.tsx';

const inWords = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

export const offerFilters: readonly ListFilter<OfferRow, keyof typeof offerList.filters>[] = [
  { kind: 'choices', name: 'status', label: t('common.status'), options: inWords(offerStatuses) },
  {
    kind: 'one',
    name: 'visibility',
    label: t('offers.visibility'),
    options: offerVisibilities.map((value) => ({ value, label: said(value) })),
  },
  namedFilter('advertiser', t('common.advertiser'), ({ advertiser }) => advertiser),
  { kind: 'one', name: 'category', label: t('offers.category'), options: inWords(offerCategories) },
  { kind: 'text', name: 'tag', label: t('offers.tag') },
];
