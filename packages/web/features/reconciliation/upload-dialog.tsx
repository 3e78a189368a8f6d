// A file for reconciliation: chosen, its headings read by the server, its columns named, then sent with the period it is about.
import { Button, FileButton, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import {
  amountMeanings,
  dateOrders,
  decimalMarks,
  MAX_FILE_BYTES,
  mappedColumns,
  rejectCodes,
} from '@tributary/contract/trust/reconciliation-words';
import type { ColumnMap, ReadFile } from '@tributary/contract/trust/reconciliations';
import { type ReactNode, useState } from 'react';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { timeZoneOptions } from '../../kit/inputs/time-zones.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { count } from '../../ui/format.ts';
import { IconUpload } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './reconciliation.module.css';
import { codeWords } from './words.ts';

export interface SentFile {
  name: string;
  data: string;
}
/** read by the browser itself: a large file byte by byte would take seconds */
const fileToSend = (file: File): Promise<SentFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve({ name: file.name.slice(-120), data: String(reader.result).replace(/^[^,]*,/, '') });
    reader.readAsDataURL(file);
  });

export interface ValidationValues {
  offer_id: string | null;
  period_from: string;
  period_to: string;
  zone: string;
  currency: string;
  amount_is: (typeof amountMeanings)[number];
  tolerance: string;
  default_code: (typeof rejectCodes)[number] | null;
  deadline: string | null;
}
export type Upload = ValidationValues & { file: SentFile; map: ColumnMap };

export const columnWords = {
  txn_id: t('validation.transactionId'),
  click_id: t('validation.clickId'),
  amount: t('validation.amount'),
  currency: t('validation.currency'),
  status: t('validation.status'),
  code: t('validation.rejectReason'),
  at: t('validation.time'),
  p1: t('validation.p1'),
} as const;
export const orderWords = {
  iso: t('validation.isoDates'),
  day_first: t('validation.dayFirst'),
  month_first: t('validation.monthFirst'),
} as const;
export const markWords = { point: t('validation.point'), comma: t('validation.comma') } as const;
const meaningWords = { sale: t('validation.saleAmount'), revenue: t('validation.owedAmount') } as const;
export const optionsOf = <Word extends string>(names: readonly Word[], words: Readonly<Record<Word, string>>) =>
  names.map((value) => ({ value, label: words[value] }));

const monthBefore = (): { period_from: string; period_to: string } => {
  const now = new Date();
  const text = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { period_from: text(Date.UTC(year, month - 1, 1)), period_to: text(Date.UTC(year, month, 0)) };
};

/** a file that the server has looked at, and what is wrong with it or with what was done with it */
export function useChosenFile(read: (file: SentFile) => Promise<ReadFile>) {
  const [chosen, setChosen] = useState<{ file: SentFile; found: ReadFile } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true);
    setFault(null);
    try {
      await run();
    } catch (error) {
      setFault(sentenceFor(error));
    }
    setBusy(false);
  };
  /** `then` hears what was read */
  const take = (picked: File | null, then: (found: ReadFile) => void) => {
    if (!picked) return;
    setChosen(null);
    if (picked.size > MAX_FILE_BYTES) return setFault(t('validation.tooLarge'));
    void attempt(async () => {
      const file = await fileToSend(picked);
      const found = await read(file);
      setChosen({ file, found });
      then(found);
    });
  };
  return { chosen, fault, busy, attempt, take };
}

interface FileChoiceProps extends Pick<ReturnType<typeof useChosenFile>, 'chosen'> {
  disabled: boolean;
  take: (file: File | null) => void;
}
export const FileChoice = ({ chosen, disabled, take }: FileChoiceProps) => (
  <Group gap="sm">
    <FileButton
      accept=".csv,.tsv,.txt,.xlsx"
      onChange={take}
      disabled={disabled}
      inputProps={{ 'aria-label': t('validation.chooseFile') }}
    >
      {(props) => (
        <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
          {t('validation.chooseFile')}
        </Button>
      )}
    </FileButton>
    {chosen && (
      <span role="status">
        {t('validation.readLines', { name: chosen.file.name, lines: count(chosen.found.lines) })}
      </span>
    )}
  </Group>
);

interface UploadDialogProps {
  /** what is chosen before the file: whose it is */
  before?: ReactNode;
  /** the file may be chosen */
  isReady: boolean;
  offers: (value: string | null, set: (id: string | null) => void) => ReactNode;
  read: (file: SentFile) => Promise<ReadFile>;
  send: (upload: Upload) => Promise<void>;
  close: () => void;
}

export function UploadDialog({ before, isReady, offers, read, send, close }: UploadDialogProps) {
  const { chosen, fault, busy, attempt, take } = useChosenFile(read);
  const [map, setMap] = useState<ColumnMap | null>(null);
  const [values, setValues] = useState<ValidationValues>({
    ...monthBefore(),
    offer_id: null,
    zone: 'UTC',
    currency: 'USD',
    amount_is: 'sale',
    tolerance: '',
    default_code: null,
    deadline: null,
  });
  return (
    <FormModal opened onClose={close} title={t('validation.uploadTitle')} size={760}>
      <Stack gap="md">
        <Text size="sm">{t('validation.uploadHelp')}</Text>
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        {before}
        <FileChoice
          chosen={chosen}
          disabled={!isReady || busy}
          take={(file) => take(file, (found) => setMap(found.map))}
        />
        {chosen && map && (
          <>
            <Columns found={chosen.found} map={map} set={setMap} />
            <Settings values={values} set={setValues} offers={offers} />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={busy || !chosen || !map}
            onClick={() => chosen && map && void attempt(() => send({ ...values, file: chosen.file, map }))}
          >
            {busy ? t('validation.comparing') : t('validation.compare')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}

const SHOWN = 3;
export const Sample = ({ found }: { found: ReadFile }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={classes.sample} aria-label={t('validation.firstLines')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {found.headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.sample.slice(0, SHOWN).map((cells, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and they never move
          <tr key={line}>
            {found.headings.map((heading, at) => (
              <td key={heading}>{cells[at] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface ColumnsProps {
  found: ReadFile;
  map: ColumnMap;
  set: (map: ColumnMap) => void;
}
function Columns({ found, map, set }: ColumnsProps) {
  return (
    <fieldset className={classes.part}>
      <legend>{t('validation.columns')}</legend>
      <Text size="sm">{found.saved ? t('validation.savedMap') : t('validation.proposedMap')}</Text>
      <Sample found={found} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {mappedColumns.map((name) => (
          <Select
            key={name}
            label={columnWords[name]}
            placeholder={t('validation.noColumn')}
            clearable
            data={[...new Set(found.headings)]}
            value={map[name]}
            onChange={(heading) => set({ ...map, [name]: heading })}
          />
        ))}
        <Select
          label={t('validation.dates')}
          allowDeselect={false}
          data={optionsOf(dateOrders, orderWords)}
          value={map.date_order}
          onChange={(order) => set({ ...map, date_order: dateOrders.find((one) => one === order) ?? 'iso' })}
        />
        <Select
          label={t('validation.decimals')}
          allowDeselect={false}
          data={optionsOf(decimalMarks, markWords)}
          value={map.decimal_mark}
          onChange={(mark) => set({ ...map, decimal_mark: decimalMarks.find((one) => one === mark) ?? 'point' })}
        />
        <Text size="xs" c="dimmed">
          {t('validation.withoutStatus')}
        </Text>
      </SimpleGrid>
    </fieldset>
  );
}

interface SettingsProps {
  values: ValidationValues;
  set: (values: ValidationValues) => void;
  offers: UploadDialogProps['offers'];
}
function Settings({ values, set, offers }: SettingsProps) {
  const typed = (name: 'period_from' | 'period_to' | 'currency' | 'tolerance') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes.part}>
      <legend>{t('validation.settings')}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <TextInput type="date" label={t('validation.from')} withAsterisk {...typed('period_from')} />
        <TextInput type="date" label={t('validation.to')} withAsterisk {...typed('period_to')} />
        <Select
          label={t('validation.zone')}
          searchable
          allowDeselect={false}
          data={timeZoneOptions(values.zone)}
          value={values.zone}
          onChange={(zone) => set({ ...values, zone: zone ?? 'UTC' })}
        />
        {offers(values.offer_id, (offer_id) => set({ ...values, offer_id }))}
        <TextInput
          label={t('validation.currency')}
          description={t('validation.currencyHelp')}
          maxLength={3}
          value={values.currency}
          onChange={(event) => set({ ...values, currency: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label={t('validation.amountMeans')}
          allowDeselect={false}
          data={optionsOf(amountMeanings, meaningWords)}
          value={values.amount_is}
          onChange={(what) => set({ ...values, amount_is: amountMeanings.find((one) => one === what) ?? 'sale' })}
        />
        <TextInput
          label={t('validation.tolerance')}
          description={t('validation.toleranceHelp')}
          inputMode="decimal"
          placeholder="0"
          {...typed('tolerance')}
        />
        <Select
          label={t('validation.defaultCode')}
          description={t('validation.defaultCodeHelp')}
          clearable
          data={optionsOf(rejectCodes, codeWords)}
          value={values.default_code}
          onChange={(code) => set({ ...values, default_code: rejectCodes.find((one) => one === code) ?? null })}
        />
        <TextInput
          type="date"
          label={t('validation.deadline')}
          description={t('validation.deadlineHelp')}
          value={values.deadline ?? ''}
          onChange={(event) => set({ ...values, deadline: event.currentTarget.value || null })}
        />
      </SimpleGrid>
    </fieldset>
  );
}
