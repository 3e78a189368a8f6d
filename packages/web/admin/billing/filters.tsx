// Filters that billing's lists share: a day, a currency, and the run that made a document.
import { TextInput } from '@mantine/core';
import type { advertiserBillingRoutes } from '@tributary/contract/billing/advertisers';
import type { documentRoutes } from '@tributary/contract/billing/documents';
import { call } from '../../kit/api/api.ts';
import type { Filter, ListFilter, OwnFilterProps } from '../../kit/resource/declaration.ts';
import { t } from '../../words/admin.ts';
import { periodText } from '../payouts/words.ts';

const Day = ({ label, value, set }: OwnFilterProps) => (
  <TextInput type="date" label={label} value={value} onChange={(event) => set(event.currentTarget.value)} />
);

export const dayFilter = <Name extends string>(name: Name, label: string): Filter<Name> => ({
  kind: 'own',
  name,
  label,
  Input: Day,
});
export const currencyFilter: Filter<'currency'> = { kind: 'text', name: 'currency', label: t('money.currency') };

/** found by the days of its period; its rows do not say which it was */
export const runFilter = <Row,>(
  runs: typeof documentRoutes.billingRuns | typeof advertiserBillingRoutes.invoiceRuns,
): ListFilter<Row, 'run'> => ({
  kind: 'found',
  name: 'run',
  label: t('payouts.run'),
  of: runs.path,
  load: async (q, context) => {
    const { rows } = await call(runs, { query: { q, limit: 20 } }, context);
    return rows.map((run) => ({ value: run.id, label: periodText(run) }));
  },
  nameIn: () => null,
});
