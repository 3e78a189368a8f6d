// Rates from a file, or pasted from one: every line is looked at first, what is wrong is said at its line, and all of them are saved
// together or none.
import { Alert, Button, FileButton, Group, Textarea } from '@mantine/core';
import { rateRoutes } from '@tributary/contract/conversions/rates';
import type { ResultOf } from '@tributary/contract/route';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './import-rates.module.css';

type Looked = ResultOf<typeof rateRoutes.importExchangeRates>;

const EXAMPLE = 'EUR,USD,1.0842,2026-03-31\nGBP,USD,1.2710,2026-03-31';
const SHOWN = 200;

interface ImportRatesProps {
  close: () => void;
  reload: () => void;
}

export function ImportRates({ close, reload }: ImportRatesProps) {
  const { session } = useSession();
  const [csv, setCsv] = useState('');
  const [looked, setLooked] = useState<Looked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const type = (text: string) => {
    setCsv(text);
    setLooked(null);
    setFault(null);
  };
  const send = async (text: string, save: boolean) => {
    setBusy(true);
    setFault(null);
    try {
      return await call(rateRoutes.importExchangeRates, { body: { csv: text, save } }, { session });
    } catch (error) {
      setFault(sentenceFor(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const look = async (text: string) => setLooked(await send(text, false));
  const take = async (file: File | null) => {
    if (!file) return;
    const text = await file.text();
    type(text);
    await look(text);
  };
  const save = async () => {
    if (!(await send(csv, true))) return;
    close();
    toast.success(t('rates.rateSavedReportsFollowWithin'));
    reload();
  };
  const canSave = looked !== null && looked.faults.length === 0;
  return (
    <FormModal opened onClose={close} title={t('rates.importTitle')} size={720}>
      <div className={classes.form}>
        <p className={classes.help}>{t('rates.importHelp')}</p>
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        <Group gap="xs">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(file) => void take(file)}
            inputProps={{ 'aria-label': t('rates.chooseFile') }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {t('rates.chooseFile')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label={t('rates.orPaste')}
          placeholder={EXAMPLE}
          autosize
          minRows={4}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: classes.lines }}
          value={csv}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <div role="status">{looked && <Preview looked={looked} />}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          {canSave ? (
            <Button disabled={busy} onClick={() => void save()}>
              {busy ? t('common.saving') : t('rates.saveRates', { count: looked.rows.length })}
            </Button>
          ) : (
            <Button disabled={busy || csv.trim() === ''} onClick={() => void look(csv)}>
              {t('rates.lookAtThem')}
            </Button>
          )}
        </Group>
      </div>
    </FormModal>
  );
}

function Preview({ looked: { rows, faults } }: { looked: Looked }) {
  const lines = [
    ...rows.map((row) => ({ ...row, message: null })),
    ...faults.map(({ line, message }) => ({ line, message, base: '', quote: '', rate: '', from: '', before: null })),
  ].sort((one, other) => one.line - other.line);
  // what is wrong is shown, however far down it stands
  const shown = [...lines.filter(({ message }) => message !== null), ...lines.filter(({ message }) => message === null)]
    .slice(0, SHOWN)
    .sort((one, other) => one.line - other.line);
  return (
    <>
      {faults.length > 0 ? (
        <Alert color="red" mb="xs">
          {t('rates.wrongLines', { count: faults.length })}
        </Alert>
      ) : (
        <Alert color="teal" mb="xs">
          {t('rates.goodLines', { count: rows.length })}
        </Alert>
      )}
      <div className={classes.preview}>
        <table>
          <thead>
            <tr>
              <th>{t('rates.line')}</th>
              <th>{t('rates.currencies')}</th>
              <th>{t('common.rate')}</th>
              <th>{t('rates.fromTheDay')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, message, base, quote, rate, from, before }) =>
              message !== null ? (
                <tr key={line} data-wrong>
                  <td>{line}</td>
                  <td colSpan={3}>{saidByServer(message)}</td>
                </tr>
              ) : (
                <tr key={line}>
                  <td>{line}</td>
                  <td>
                    {base} → {quote}
                  </td>
                  <td>{before === null || before === rate ? rate : `${before} → ${rate}`}</td>
                  <td>{calendarDay(from)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {lines.length > SHOWN && (
        <p className={classes.help}>{t('rates.andMoreLines', { count: lines.length - SHOWN })}</p>
      )}
    </>
  );
}
