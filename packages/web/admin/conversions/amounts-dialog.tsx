// Edit amounts: money as it is typed goes out as decimal text; no float on the way. For one conversion or for many.
import { Button } from '@mantine/core';
import { type ConversionRow, conversionRoutes } from '@tributary/contract/conversions';
import { call } from '../../kit/api.ts';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { FormModal } from '../../kit/form-modal.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import type { Session } from '../../kit/session.ts';
import { MarkedAmount, markOfPayout } from '../../kit/table/marked-amount.tsx';
import { toast } from '../../kit/toast.tsx';
import { count, money } from '../../ui/format.ts';
import { goOver } from './decide.ts';
import { sendOrOver } from './over-cap.ts';

interface Amounts {
  revenue: string;
  payout: string;
  reason: string;
}

const form = (initial: Amounts, currency: string): FormDeclaration<Amounts> => ({
  fields: [
    { name: 'revenue', label: 'Revenue', help: currency, kind: 'text', half: true },
    { name: 'payout', label: 'Payout', help: currency, kind: 'text', half: true },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'textarea',
      required: true,
      help: 'Kept with the conversion and in the ledger.',
    },
  ],
  initial,
  schema: conversionRoutes.adjustConversion.body,
  note: ({ revenue, payout }) =>
    markOfPayout({ status: 'approved', revenue, payout }) && revenue.trim() !== '' ? (
      <MarkedAmount mark="loss">The payout is above the revenue: this conversion loses money.</MarkedAmount>
    ) : null,
  submit: 'Save amounts',
  busy: 'Saving...',
});

export const amountsDialog = formDialog<ConversionRow, Amounts>({
  title: (row) =>
    row
      ? `Edit amounts: ${row.offer.name}, ${row.publisher.name}, ${money(row.revenue, row.currency)} earned, ${money(row.payout, row.currency)} paid`
      : 'Edit amounts',
  form: (row) => form({ revenue: row?.revenue ?? '', payout: row?.payout ?? '', reason: '' }, row?.currency ?? ''),
  send: (values, row, context) =>
    sendOrOver('Save the amounts', 'Save', (over_cap) =>
      call(
        conversionRoutes.adjustConversion,
        { params: { id: row?.id ?? '' }, body: { ...values, over_cap } },
        context,
      ),
    ),
  success: 'Amounts changed. The ledger has the correction.',
});

interface BulkAmountsProps {
  rows: readonly ConversionRow[];
  session: Session;
  close: (changed: boolean) => void;
}

/** an amount that is left empty stays as it is on each */
export function BulkAmountsDialog({ rows, session, close }: BulkAmountsProps) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].join(', ');
  const title = `Edit amounts of ${count(rows.length)} conversions`;
  const send = async (values: Amounts) => {
    const set = (ids: string[], over_cap: boolean) =>
      call(conversionRoutes.adjustConversions, { body: { ...values, ids, over_cap } }, { session });
    const first = await set(
      rows.map(({ id }) => id),
      false,
    );
    const over = await goOver(first.over_cap, 'Change', (ids) => set(ids, true));
    const changed = first.changed + over;
    const left = first.over_cap.length - over;
    const rest = left > 0 ? `; ${count(left)} left: the cap is full` : '';
    toast.success(`Amounts of ${count(changed)} ${changed === 1 ? 'conversion' : 'conversions'} changed${rest}.`);
    close(true);
    return undefined;
  };
  return (
    <FormModal opened onClose={() => close(false)} title={title} size={560}>
      <SchemaForm
        form={form({ revenue: '', payout: '', reason: '' }, `${currencies}; empty: as it is`)}
        send={send}
        keep={{ as: rows.map(({ id }) => id).join(), dialog: title }}
        beside={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </FormModal>
  );
}
