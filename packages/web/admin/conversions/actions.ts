// What can be done with one conversion, in its row's menu and in its drawer.
import { type ConversionRow, conversionRoutes } from '@tributary/contract/conversions/conversions';
import { postbackRoutes } from '@tributary/contract/conversions/postbacks';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { IconNote, IconPencil, IconSend } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { explainAction } from '../explain/paths.ts';
import { decisions } from './decide.ts';
import { resend } from './resend.ts';

export const conversionActions: readonly RowAction<ConversionRow>[] = [
  explainAction(),
  ...decisions,
  {
    label: t('conversions.editAmounts'),
    calls: conversionRoutes.adjustConversion,
    icon: IconPencil,
    when: () => true,
    run: (row, { open }) => open('amounts', row),
  },
  {
    label: t('conversions.resendPostback'),
    calls: postbackRoutes.resendConversion,
    icon: IconSend,
    when: () => true,
    run: resend,
  },
  {
    label: t('common.note'),
    calls: conversionRoutes.noteConversion,
    icon: IconNote,
    when: () => true,
    run: (row, { open }) => open('note', row),
  },
];
