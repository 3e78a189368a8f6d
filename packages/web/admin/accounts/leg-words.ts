// What an entry of the ledger is, in words; a leg without one does not compile.
import type { StatementEntry } from '@tributary/contract/conversions/statement';
import { t } from '../../words/admin.ts';

export const legWords: Record<StatementEntry['leg'], string> = {
  revenue: t('common.revenue'),
  payout: t('common.payout'),
  bonus: t('statement.bonus'),
  charge: t('statement.charge'),
  referral: t('statement.referral'),
  input_vat: t('statement.inputVat'),
  output_vat: t('statement.outputVat'),
  payment: t('statement.payment'),
  withholding: t('statement.withholding'),
  fee: t('statement.fee'),
  fx_out: t('statement.exchangedOut'),
  fx_in: t('statement.exchangedIn'),
  settlement: t('statement.settlement'),
  deposit: t('statement.deposit'),
  apply: t('statement.applied'),
  write_off: t('statement.writeOff'),
};
