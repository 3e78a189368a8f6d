// The lines of a document and the ledger's entries behind any of them, for the console and both portals.
import { Button } from '@mantine/core';
import type { DocumentLine } from '@tributary/contract/billing/documents';
import type { BillingEntry } from '@tributary/contract/billing/entries';
import { useState } from 'react';
import classes from '../../kit/log-page/details.module.css';
import { LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { calendarMonth, count, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';

const lineWords = {
  earning: t('documents.earning'),
  adjustment: t('documents.adjustment'),
  referral: t('documents.referral'),
  rounding: t('documents.rounding'),
  vat: t('documents.vat'),
  withholding: t('documents.withholding'),
} as const satisfies Record<DocumentLine['kind'], string>;
/** those that are added up of entries */
const hasEntries = ({ kind }: DocumentLine) => ['earning', 'adjustment', 'referral'].includes(kind);

/** of one page: a document of more is read as a file */
const MOST_LINES = 200;
const MOST_ENTRIES = 50;

interface Page<Row> {
  rows: Row[];
  next: string | null;
}
interface DocumentLinesProps {
  document: { id: string; version?: number; currency: string };
  /** names the query cache */
  of: string;
  /** absent where the entries are all that there is to see */
  lines?: (query: { limit: number }, context: CallContext) => Promise<Page<DocumentLine>>;
  entries: (
    query: { document: string; limit: number; line?: number },
    context: CallContext,
  ) => Promise<Page<BillingEntry>>;
}

export function DocumentLines({ document, of, lines, entries }: DocumentLinesProps) {
  const [line, setLine] = useState<number | null>(null);
  const key = `${document.id}.${document.version ?? 0}`;
  return (
    <>
      {lines && (
        <Section title={t('documents.lines')}>
          <LoadedRecord of={[`${of}-lines`, key]} load={(context) => lines({ limit: MOST_LINES }, context)}>
            {({ rows, next }) => (
              <>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th>{t('documents.what')}</th>
                      <th>{t('documents.month')}</th>
                      <th data-right>{t('documents.quantity')}</th>
                      <th data-right>{t('documents.amount')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.position}>
                        <td>{nameOf(row)}</td>
                        <td>{row.month && calendarMonth(row.month)}</td>
                        <td data-right>{row.quantity > 0 && count(row.quantity)}</td>
                        <td data-right>
                          {hasEntries(row) ? (
                            <Button
                              variant="subtle"
                              size="compact-xs"
                              aria-pressed={line === row.position}
                              onClick={() => setLine(line === row.position ? null : row.position)}
                            >
                              {money(row.amount, document.currency)}
                            </Button>
                          ) : (
                            money(row.amount, document.currency)
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {next !== null && <p className={classes.saw}>{t('documents.moreLines', { count: MOST_LINES })}</p>}
              </>
            )}
          </LoadedRecord>
        </Section>
      )}
      <Section title={line === null ? t('documents.entries') : t('documents.entriesOfLine', { line })}>
        <LoadedRecord
          of={[`${of}-entries`, `${key}.${line}`]}
          load={(context) =>
            entries({ document: document.id, limit: MOST_ENTRIES, ...(line === null ? {} : { line }) }, context)
          }
        >
          {({ rows, next }) => <Entries rows={rows} more={next !== null} />}
        </LoadedRecord>
      </Section>
    </>
  );
}

const nameOf = (line: DocumentLine): string => {
  if (line.offer) return [line.offer.name, line.goal].filter(Boolean).join(' · ');
  const rate = line.rate && line.rate !== '0' ? ` ${line.rate} %` : '';
  return line.text || `${lineWords[line.kind]}${rate}`;
};

function Entries({ rows, more }: { rows: readonly BillingEntry[]; more: boolean }) {
  if (rows.length === 0) return <p className={classes.saw}>{t('documents.noEntries')}</p>;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('documents.time')}</th>
            <th>{t('documents.what')}</th>
            <th data-right>{t('documents.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td>{dateTime(entry.at)}</td>
              <td>{saidByServer(entry.reason)}</td>
              <td data-right>{money(entry.amount, entry.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <p className={classes.saw}>{t('documents.moreEntries', { count: MOST_ENTRIES })}</p>}
    </>
  );
}
