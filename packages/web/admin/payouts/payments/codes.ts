// The usual codes of banks in plain words, and our own two. A code that is not here is shown with what the server says of it.
import { t } from '../../../words/admin.ts';

export const codeWords = {
  HAND: t('payments.codeHand'),
  GONE: t('payments.codeGone'),
  AC01: t('payments.codeAC01'),
  AC04: t('payments.codeAC04'),
  AC06: t('payments.codeAC06'),
  AG01: t('payments.codeAG01'),
  AM04: t('payments.codeAM04'),
  BE01: t('payments.codeBE01'),
  BE04: t('payments.codeBE04'),
  MS02: t('payments.codeMS02'),
  MS03: t('payments.codeMS03'),
  RC01: t('payments.codeRC01'),
  RR04: t('payments.codeRR04'),
} as const;
