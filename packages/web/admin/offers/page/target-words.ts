// A targeting rule in words.
import type { TargetInput } from '@tributary/contract/offers';
import type { z } from 'zod';
import { EMPTY } from '../../../ui/format.ts';

export type Target = z.output<typeof TargetInput>;

export const fieldNames: Record<Target['field'], string> = {
  region: 'Region',
  city: 'City',
  isp: 'Internet provider',
  device: 'Device type',
  brand: 'Device brand',
  os: 'Operating system',
  browser: 'Browser',
  language: 'Language',
  source: 'Source',
};
export const opNames: Record<Target['op'], string> = { in: 'is one of', not_in: 'is none of' };

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' && value !== null && 'field' in value && 'op' in value && 'values' in value;

export const targetWords = (target: unknown): string =>
  isTarget(target) ? `${fieldNames[target.field]} ${opNames[target.op]} ${target.values.join(', ')}` : EMPTY;
