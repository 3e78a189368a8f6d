import { t } from '../../words/publisher.ts';

/** in the order in which money goes through them */
export const stageWords = {
  pending: t('revenue.pending'),
  hold: t('revenue.hold'),
  disputed: t('revenue.disputed'),
  available: t('revenue.available'),
  billed: t('revenue.billed'),
  paid: t('revenue.paid'),
} as const;
export const stageReasons = {
  pending: t('revenue.pendingWhy'),
  hold: t('revenue.holdWhy'),
  disputed: t('revenue.disputedWhy'),
  available: t('revenue.availableWhy'),
  billed: t('revenue.billedWhy'),
  paid: t('revenue.paidWhy'),
} as const;
export const askedWords = { approved: t('revenue.approved'), ...stageWords } as const;
export const askedReasons = { approved: t('revenue.approvedWhy'), ...stageReasons } as const;
export const kindWords = {
  earning: t('revenue.earning'),
  adjustment: t('revenue.adjustment'),
  referral: t('revenue.referral'),
  hidden: t('revenue.hiddenCampaigns'),
} as const;
