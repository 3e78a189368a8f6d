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
  send: (body, row, context) =>
    call(conversionRoutes.adjustConversion, { params: { id: row?.id ?? '' }, body }, context),
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
  const send = async (values: Amounts) => {
    const body = { ...values, ids: rows.map(({ id }) => id) };
    const { changed } = await call(conversionRoutes.adjustConversions, { body }, { session });
    toast.success(`Amounts of ${count(changed)} ${changed === 1 ? 'conversion' : 'conversions'} changed.`);
    close(true);
    return undefined;
  };
  return (
    <FormModal
      opened
      onClose={() => close(false)}
      title={`Edit amounts of ${count(rows.length)} conversions`}
      size={560}
    >
      <SchemaForm
        form={form({ revenue: '', payout: '', reason: '' }, `${currencies}; empty: as it is`)}
        send={send}
        beside={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </FormModal>
  );
}
