// The lines of a document and the entries behind any of them, for both portals.
import { Anchor } from '@mantine/core';
import type { DocumentLine } from '@tributary/contract/billing/documents';
import type { BillingEntry } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';
import { useState } from 'react';
import classes from '../../kit/log-page/details.module.css';
import { Section } from '../../kit/log-page/details.tsx';
import { PagedRows } from '../../kit/log-page/paged-rows.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { averagePrice, count, money, share, shortMonth } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { OwnEntries } from './own-entries.tsx';

const lineWords = {
  earning: t('documents.earning'),
  adjustment: t('documents.adjustment'),
  referral: t('documents.referral'),
  rounding: t('documents.rounding'),
  vat: t('documents.vat'),
  withholding: t('documents.withholding'),
  hidden: t('documents.hidden'),
} as const satisfies Record<DocumentLine['kind'], string>;
/** those that are added up of entries */
const hasEntries = ({ kind }: DocumentLine) => ['earning', 'adjustment', 'referral'].includes(kind);

interface Page<Row> {
  rows: Row[];
  next: string | null;
}
interface Asked {
  limit: number;
  after?: string;
}
interface DocumentLinesProps {
  side: Side;
  document: { id: string; version?: number; currency: string };
  /** names the query cache */
  of: string;
  lines: (query: Asked, context: CallContext) => Promise<Page<DocumentLine>>;
  entries: (query: Asked & { document: string; line?: number }, context: CallContext) => Promise<Page<BillingEntry>>;
}

export function DocumentLines({ side, document, of, lines, entries }: DocumentLinesProps) {
  const [line, setLine] = useState<number | null>(null);
  const key = `${document.id}.${document.version ?? 0}`;
  return (
    <>
      <Section title={t('documents.lines')}>
        <PagedRows of={[`${of}-lines`, key]} load={lines}>
          {(rows: DocumentLine[]) => (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{t('documents.what')}</th>
                  <th>{t('documents.month')}</th>
                  <th data-right>{t('documents.quantity')}</th>
                  <th data-right>{t('documents.price')}</th>
                  <th data-right>{t('documents.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.position}>
                    <td>{nameOf(row)}</td>
                    <td>{row.month && shortMonth(row.month)}</td>
                    <td data-right>{row.quantity !== 0 && count(row.quantity)}</td>
                    <td data-right>{averagePrice(row.amount, row.quantity, document.currency)}</td>
                    <td data-right>
                      {hasEntries(row) ? (
                        <Anchor
                          component="button"
                          type="button"
                          size="sm"
                          aria-pressed={line === row.position}
                          onClick={() => setLine(line === row.position ? null : row.position)}
                        >
                          {money(row.amount, document.currency)}
                        </Anchor>
                      ) : (
                        money(row.amount, document.currency)
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </PagedRows>
      </Section>
      <Section title={line === null ? t('documents.entries') : t('documents.entriesOfLine', { line })}>
        <OwnEntries
          side={side}
          of={[`${of}-entries`, `${key}.${line}`]}
          load={(page, context) =>
            entries({ document: document.id, ...page, ...(line === null ? {} : { line }) }, context)
          }
        />
      </Section>
    </>
  );
}

const nameOf = (line: DocumentLine): string => {
  if (line.offer) return [line.offer.name, line.goal].filter(Boolean).join(' · ');
  const rate = line.rate && line.rate !== '0' ? ` ${share(line.rate)}` : '';
  return line.text || `${lineWords[line.kind]}${rate}`;
};
