// A targeting rule in words.
import type { TargetInput } from '@tributary/contract/offers/offers';
import type { z } from 'zod';
import { EMPTY } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';

export type Target = z.output<typeof TargetInput>;

export const fieldNames: Record<Target['field'], string> = {
  region: t('offers.region'),
  city: t('offers.city'),
  isp: t('offers.internetProvider'),
  device: t('offers.deviceType'),
  brand: t('offers.deviceBrand'),
  os: t('offers.operatingSystem'),
  browser: t('offers.browser'),
  language: t('offers.language'),
  source: t('common.source'),
};
export const opNames: Record<Target['op'], string> = { in: t('offers.isOneOf'), not_in: t('offers.isNoneOf') };

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' && value !== null && 'field' in value && 'op' in value && 'values' in value;

export const targetWords = (target: unknown): string =>
  isTarget(target) ? `${fieldNames[target.field]} ${opNames[target.op]} ${target.values.join(', ')}` : EMPTY;
