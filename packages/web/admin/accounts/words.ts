// The words in which the specification speaks of the two kinds of account, and its sentences made from them.
import { type AccountRoutes, advertiserRoutes, publisherRoutes } from '@tributary/contract/accounts/accounts';
import type { FailureSentences } from '../../kit/language/sentence-for.ts';
import { t } from '../../words/admin.ts';

export interface AccountWords {
  kind: 'publisher' | 'advertiser';
  /** "Affiliate": publishers are called affiliates in the console */
  One: string;
  one: string;
  Many: string;
  many: string;
  routes: AccountRoutes;
  /** shown in the add dialog before it closes, where the specification has such a sentence */
  createdMessage?: string;
  createdToast: string;
}

export const affiliate: AccountWords = {
  kind: 'publisher',
  One: t('accounts.affiliate'),
  one: t('accounts.affiliate2'),
  Many: t('common.affiliates'),
  many: t('accounts.affiliates'),
  routes: publisherRoutes,
  createdToast: t('accounts.affiliateAccountCreatedSuccessfully'),
};

export const advertiser: AccountWords = {
  kind: 'advertiser',
  One: t('common.advertiser'),
  one: t('accounts.advertiser'),
  Many: t('common.advertisers'),
  many: t('accounts.advertisers'),
  // the same declarations under other paths
  routes: advertiserRoutes as unknown as AccountRoutes,
  createdMessage: t('accounts.advertiserAccountCreatedSuccessfully'),
  createdToast: t('accounts.advertiserCreatedSuccessfully'),
};

const NETWORK = t('accounts.networkErrorPleaseTryAgain');
const ENCRYPTION = t('accounts.dataEncryptionFailedPleaseTry');

export const createSentences = ({ one }: AccountWords): FailureSentences => ({
  encryption: ENCRYPTION,
  decryption: t('accounts.createResponseDecryptionFailedPlease', { one }),
  failed: t('accounts.failedToCreatePleaseTry', { one }),
  network: NETWORK,
});

export const editSentences = ({ one }: AccountWords): FailureSentences => ({
  encryption: ENCRYPTION,
  decryption: t('accounts.anErrorOccurredPleaseTry'),
  failed: t('accounts.failedToUpdatePleaseTry', { one }),
  network: t('accounts.anErrorOccurredPleaseTry'),
});

export const loginAsSentences: FailureSentences = {
  encryption: ENCRYPTION,
  decryption: t('accounts.failedToProcessLoginResponse'),
  failed: t('accounts.loginFailedPleaseTryAgain'),
  network: NETWORK,
};
