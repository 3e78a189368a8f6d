// The states an offer form offers: the create form has the specification's own "Approve" as well.
import { FORM_STATUS_DEFAULT, offerStatuses } from '@tributary/contract/offers/offer-terms';
import { words } from '../../../ui/format.ts';

export const statusesOf = (mode: 'create' | 'edit') => [
  ...(mode === 'create' ? [{ value: FORM_STATUS_DEFAULT, label: FORM_STATUS_DEFAULT }] : []),
  ...offerStatuses.map((value) => ({ value, label: words(value) })),
];
