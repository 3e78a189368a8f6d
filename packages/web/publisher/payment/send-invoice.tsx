// One's own invoice for what is awaited: its number, its total, the file. The total is the one that is asked for.
import { Alert, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type DocumentRow, documentRoutes, OWN_NUMBER } from '@tributary/contract/billing/documents';
import { MAX_BILLING_FILE } from '@tributary/contract/billing/terms';
import { parseMoney } from '@tributary/contract/money';
import { useState } from 'react';
import { readAttached } from '../../features/appeals/attach.tsx';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { money } from '../../ui/format.ts';
import { IconUpload } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';

export const SendInvoice = ({ row, close, tools }: DialogProps<DocumentRow>) =>
  row && <InvoiceForm row={row} close={close} tools={tools} />;

function InvoiceForm({ row, close, tools }: DialogProps<DocumentRow> & { row: DocumentRow }) {
  const [number, setNumber] = useState('');
  const [total, setTotal] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = money(row.total, row.currency);
  const complaint = (): string | null => {
    if (!number.trim()) return t('payment.numberNeeded');
    if (!OWN_NUMBER.test(number.trim())) return t('payment.numberWrong');
    if (parseMoney(total.trim()) !== parseMoney(row.total)) return t('payment.totalDiffers', { total: asked });
    if (!file) return t('payment.fileNeeded');
    return file.size > MAX_BILLING_FILE ? t('payment.fileTooLarge') : null;
  };
  const send = async () => {
    const wrong = complaint();
    setFault(wrong);
    if (wrong !== null || !file) return;
    setBusy(true);
    try {
      const [sent] = await readAttached([file]);
      if (!sent) return;
      const body = { ...sent, number: number.trim(), total: total.trim() };
      await call(documentRoutes.sendOwnInvoice, { params: { id: row.id }, body }, { session: tools.session });
      close();
      toast.success(t('payment.invoiceSent'));
      await tools.reload();
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={close} title={t('payment.sendInvoice')} size={520}>
      <Stack gap="md">
        <Alert role="status" color="blue">
          {t('payment.awaitingText', { total: asked })}
        </Alert>
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        <TextInput
          label={t('payment.yourNumber')}
          withAsterisk
          maxLength={35}
          data-autofocus
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <TextInput
          label={t('payment.yourTotal', { currency: row.currency })}
          withAsterisk
          inputMode="decimal"
          value={total}
          onChange={(event) => setTotal(event.currentTarget.value)}
        />
        <Group gap="sm">
          <FileButton onChange={setFile} accept="application/pdf,image/png,image/jpeg">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                {t('payment.chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? t('payment.fileHint')}
          </Text>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('payment.cancel')}
          </Button>
          <Button disabled={busy} onClick={() => void send()}>
            {busy ? t('payment.saving') : t('payment.sendInvoice')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
