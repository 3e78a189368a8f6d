// Edit amounts: money as it is typed goes out as decimal text; no float on the way. For one conversion or for many.
import { Button } from '@mantine/core';
import { type ConversionRow, conversionRoutes } from '@tributary/contract/conversions/conversions';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { MarkedAmount, markOfPayout } from '../../kit/table/marked-amount.tsx';
import { count, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { goOver } from './decide.ts';
import { sendOrOver } from './over-cap.ts';

interface Amounts {
  revenue: string;
  payout: string;
  reason: string;
}

const form = (initial: Amounts, currency: string): FormDeclaration<Amounts> => ({
  fields: [
    { name: 'revenue', label: t('common.revenue'), help: currency, kind: 'text', half: true },
    { name: 'payout', label: t('common.payout'), help: currency, kind: 'text', half: true },
    {
      name: 'reason',
      label: t('common.reason'),
      kind: 'textarea',
      required: true,
      help: t('conversions.keptWithTheConversionAnd'),
    },
  ],
  initial,
  schema: conversionRoutes.adjustConversion.body,
  note: ({ revenue, payout }) =>
    markOfPayout({ status: 'approved', revenue, payout }) && revenue.trim() !== '' ? (
      <MarkedAmount mark="loss">{t('conversions.thePayoutIsAboveThe')}</MarkedAmount>
    ) : null,
  submit: t('conversions.saveAmounts'),
  busy: t('common.saving'),
});

export const amountsDialog = formDialog<ConversionRow, Amounts>({
  title: (row) =>
    row
      ? t('conversions.editAmountsEarnedPaid', {
          name: row.offer.name,
          name2: row.publisher.name,
          revenue: money(row.revenue, row.currency),
          payout: money(row.payout, row.currency),
        })
      : t('conversions.editAmounts'),
  form: (row) => form({ revenue: row?.revenue ?? '', payout: row?.payout ?? '', reason: '' }, row?.currency ?? ''),
  send: (values, row, context) =>
    sendOrOver(t('conversions.saveTheAmounts'), t('common.save'), (over_cap) =>
      call(
        conversionRoutes.adjustConversion,
        { params: { id: row?.id ?? '' }, body: { ...values, over_cap } },
        context,
      ),
    ),
  success: t('conversions.amountsChangedTheLedgerHas'),
});

interface BulkAmountsProps {
  rows: readonly ConversionRow[];
  session: Session;
  close: (changed: boolean) => void;
}

/** an amount that is left empty stays as it is on each */
export function BulkAmountsDialog({ rows, session, close }: BulkAmountsProps) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].join(', ');
  const title = t('conversions.editAmountsOfConversions', { length: count(rows.length) });
  const send = async (values: Amounts) => {
    const set = (ids: string[], over_cap: boolean) =>
      call(conversionRoutes.adjustConversions, { body: { ...values, ids, over_cap } }, { session });
    const first = await set(
      rows.map(({ id }) => id),
      false,
    );
    const over = await goOver(first.over_cap, t('common.change'), (ids) => set(ids, true));
    const changed = first.changed + over;
    const left = first.over_cap.length - over;
    const rest = left > 0 ? t('conversions.leftTheCapIsFull', { left: count(left) }) : '';
    toast.success(t('conversions.amountsOfConversionsChanged', { count: changed, rest }));
    close(true);
    return undefined;
  };
  return (
    <FormModal opened onClose={() => close(false)} title={title} size={560}>
      <SchemaForm
        form={form({ revenue: '', payout: '', reason: '' }, t('conversions.emptyAsItIs', { currencies }))}
        send={send}
        keep={{ as: rows.map(({ id }) => id).join(), dialog: title }}
        beside={
          <Button variant="default" onClick={() => close(false)}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}
