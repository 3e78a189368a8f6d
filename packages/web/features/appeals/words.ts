// Appeals and disputes in words, for the console and both portals.
import type { OwnAppeal } from '@tributary/contract/billing/appeals';
import { t } from '../../words/kit.ts';

export const stateWords = {
  open: t('appeals.open'),
  upheld: t('appeals.upheld'),
  overturned: t('appeals.overturned'),
  partly: t('appeals.partly'),
  withdrawn: t('appeals.withdrawn'),
} as const satisfies Record<OwnAppeal['state'], string>;
export const stateTones = {
  open: 'warn',
  upheld: 'neutral',
  overturned: 'good',
  partly: 'good',
  withdrawn: 'neutral',
} as const;
export const kindWords = { conversion: t('appeals.conversion'), document: t('appeals.document') } as const;
