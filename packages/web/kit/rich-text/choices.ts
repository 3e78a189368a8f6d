// What the editor offers, as the specification lists it.
import { t } from '../../words/kit.ts';

export const fontSizes = ['8', '9', '10', '11', '12', '14', '18', '24', '36'] as const;
export const fontFamilies = ['Courier New', 'Fira Sans', 'Times New Roman'] as const;
export const textFormats = [
  t('richText.normal'),
  t('richText.quote'),
  t('richText.code'),
  t('richText.header1'),
  t('richText.header2'),
  t('richText.header3'),
  t('richText.header4'),
  t('richText.header5'),
  t('richText.header6'),
] as const;
export type TextFormat = (typeof textFormats)[number];

export const headerLevels = [1, 2, 3, 4, 5, 6] as const;
export type HeaderLevel = (typeof headerLevels)[number];

/** "Header 3" → 3 */
export const levelOf = (format: string): HeaderLevel | null =>
  headerLevels.find((level) => format === `Header ${level}`) ?? null;
