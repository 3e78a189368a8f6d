// What an entry is to the partner on whose account it stands; a leg without words does not compile.
import type { BillingEntry } from '@tributary/contract/billing/entries';
import { t } from '../../words/kit.ts';

const legs: Record<BillingEntry['leg'], string> = {
  revenue: t('documents.cost'),
  payout: t('documents.payout'),
  bonus: t('documents.adjustment'),
  charge: t('documents.adjustment'),
  referral: t('documents.referral'),
  input_vat: t('documents.vat'),
  output_vat: t('documents.vat'),
  payment: t('documents.payment'),
  withholding: t('documents.withholding'),
  fee: t('documents.fee'),
  fx_out: t('documents.exchangedOut'),
  fx_in: t('documents.exchangedIn'),
  settlement: t('documents.arrived'),
  deposit: t('documents.paidIn'),
  apply: t('documents.applied'),
  write_off: t('documents.writtenOff'),
};

/** one that is reserved counts when it is posted */
export const ownLeg = ({ leg, phase }: Pick<BillingEntry, 'leg' | 'phase'>): string =>
  phase === 'pending' ? t('documents.reserved', { leg: legs[leg] }) : legs[leg];
