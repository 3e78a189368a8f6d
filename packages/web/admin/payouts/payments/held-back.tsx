// Whom an approved batch did not pay, and why: as it stood when it was approved.
import { Anchor } from '@mantine/core';
import { type Batch, payingRoutes } from '@tributary/contract/billing/paying';
import { Link } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import classes from '../../../kit/log-page/details.module.css';
import { Section } from '../../../kit/log-page/details.tsx';
import { money } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { PagedRows } from '../paged-rows.tsx';
import { documentPath } from '../words.ts';
import { PAYMENTS, standingText } from './words.ts';

export const HeldBack = ({ batch: { id } }: { batch: Batch }) => (
  <Section title={t('payments.heldBack')}>
    <PagedRows
      of={[PAYMENTS, 'held-back', id]}
      load={(page, context) =>
        call(payingRoutes.batchRows, { params: { id }, query: { part: 'held', ...page } }, context)
      }
      empty={t('payouts.noDocuments')}
      more={t('payouts.olderDocuments')}
    >
      {(rows) => (
        <table className={classes.table}>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Anchor component={Link} to={documentPath(row)}>
                    {row.number}
                  </Anchor>
                </td>
                <td>{`${row.publisher.name} (${row.publisher.number})`}</td>
                <td>{standingText(row)}</td>
                <td data-right>{money(row.gross, row.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedRows>
  </Section>
);
