// The words in which the seeds speak of the two kinds of account, and the seeds' own sentences made from them.
import { type AccountRoutes, advertiserRoutes, publisherRoutes } from '@tributary/contract/accounts';
import type { FailureSentences } from '../../kit/api-error.ts';

export interface AccountWords {
  kind: 'publisher' | 'advertiser';
  /** "Affiliate": publishers are called affiliates in the console */
  One: string;
  one: string;
  Many: string;
  many: string;
  routes: AccountRoutes;
  /** shown in the add dialog before it closes, where the seed has such a sentence */
  createdMessage?: string;
  createdToast: string;
}

export const affiliate: AccountWords = {
  kind: 'publisher',
  One: 'Affiliate',
  one: 'affiliate',
  Many: 'Affiliates',
  many: 'affiliates',
  routes: publisherRoutes,
  createdToast: 'Affiliate account created successfully!',
};

export const advertiser: AccountWords = {
  kind: 'advertiser',
  One: 'Advertiser',
  one: 'advertiser',
  Many: 'Advertisers',
  many: 'advertisers',
  // the same declarations under other paths
  routes: advertiserRoutes as unknown as AccountRoutes,
  createdMessage: 'Advertiser account created successfully!',
  createdToast: 'Advertiser created successfully!',
};

const NETWORK = 'Network error. Please try again.';
const ENCRYPTION = 'Data encryption failed. Please try again.';

export const createSentences = ({ one }: AccountWords): FailureSentences => ({
  encryption: ENCRYPTION,
  decryption: `Create ${one} response decryption failed. Please try again.`,
  failed: `Failed to create ${one}. Please try again.`,
  network: NETWORK,
});

export const editSentences = ({ one }: AccountWords): FailureSentences => ({
  encryption: ENCRYPTION,
  decryption: 'An error occurred. Please try again.',
  failed: `Failed to update ${one}. Please try again.`,
  network: 'An error occurred. Please try again.',
});

export const loginAsSentences: FailureSentences = {
  encryption: ENCRYPTION,
  decryption: 'Failed to process login response. Please try again.',
  failed: 'Login failed. Please try again.',
  network: NETWORK,
};
