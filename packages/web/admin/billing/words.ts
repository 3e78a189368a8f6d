// Billing in words: how old a debt is, and the ledger's accounts.
import type { ages, journalAccounts } from '@tributary/contract/billing/closing';
import { t } from '../../words/admin.ts';

export const ageWords: Record<(typeof ages)[number], string> = {
  current: t('money.notDue'),
  d30: t('money.days', { days: '1–30' }),
  d60: t('money.days', { days: '31–60' }),
  d90: t('money.days', { days: '61–90' }),
  older: t('money.days', { days: '90+' }),
};

export const accountWords: Record<(typeof journalAccounts)[number], string> = {
  advertiser_receivable: t('money.advertiserReceivable'),
  prepaid: t('money.prepaid'),
  publisher_payable: t('money.publisherPayable'),
  in_transit: t('money.inTransit'),
  tax_withheld: t('money.taxWithheld'),
  tenant_revenue: t('common.revenue'),
  tenant_payout_cost: t('money.payoutCost'),
  tenant_adjustment: t('money.adjustments'),
  tenant_referral_cost: t('money.referralCost'),
  tenant_cash: t('money.cashAccount'),
  tenant_fx: t('money.fx'),
  input_vat: t('statement.inputVat'),
  output_vat: t('statement.outputVat'),
  payment_fees: t('money.paymentFees'),
  bad_debt: t('money.badDebt'),
};
/** as a close keeps them: a kind of account, or of entry */
export const accountName = (name: string): string | undefined =>
  Object.hasOwn(accountWords, name) ? accountWords[name as keyof typeof accountWords] : undefined;
