// Caps: how much of what in which period, for the offer or one publisher, and what happens then.
import { Button, Select, TextInput } from '@mantine/core';
import { type CapAction, capActions, capMetrics, capPeriods } from '@tributary/contract/offers/offer-terms';
import { RowList } from '../../../kit/inputs/row-list.tsx';
import { useHides } from '../../../kit/shell/permissions.ts';
import { words } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { said } from '../../../words/said.ts';
import type { OfferRecord } from '../form/wire.ts';
import { ListEditor } from './list-editor.tsx';
import { PublisherSelect } from './publisher-select.tsx';
import type { Keyed, ListDraft } from './use-list-draft.ts';

type Metric = (typeof capMetrics)[number];
type Period = (typeof capPeriods)[number];
export interface CapDraft {
  publisher_id: string;
  publisher_name: string;
  metric: Metric;
  period: Period;
  limit: string;
  action: CapAction;
}

/** a cap whose limit the reader's role hides is not his to change: it stays on the server as it is */
export const capDrafts = ({ caps }: OfferRecord): CapDraft[] =>
  caps
    .filter(({ limit }) => limit !== '')
    .map(({ id: _id, publisher_id, publisher_name, ...cap }) => ({
      ...cap,
      publisher_id: publisher_id ?? '',
      publisher_name: publisher_name ?? '',
    }));

const fresh: CapDraft = {
  publisher_id: '',
  publisher_name: '',
  metric: 'conversions',
  period: 'day',
  limit: '',
  action: 'fallback',
};

/** a click cannot be rejected, held or left unpaid */
const clickActions: readonly CapAction[] = ['fallback', 'pause_offer', 'notify'];
const actionsOf = (metric: Metric) =>
  (Object.keys(capActions) as CapAction[])
    .filter((action) => metric !== 'clicks' || clickActions.includes(action))
    .map((value) => ({ value, label: said(capActions[value]) }));
const worded = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

export const capBody = ({ publisher_id, metric, period, limit, action }: CapDraft) => ({
  publisher_id,
  metric,
  period,
  limit,
  action,
});

export function CapsTab({ list }: { list: ListDraft<CapDraft> }) {
  const hidesRevenue = useHides('revenue');
  const metrics = capMetrics.filter((metric) => metric !== 'revenue' || !hidesRevenue);
  return (
    <ListEditor title={t('common.caps')} note={t('offers.aCapCountsExactlyThe')}>
      <RowList
        label={t('common.caps')}
        columns={[t('offers.for'), t('common.counts'), t('offers.per'), t('common.limit'), t('offers.whenReached')]}
        widths="minmax(0, 1.4fr) minmax(0, 1fr) 110px 110px minmax(0, 1.8fr)"
        rows={list.rows}
        nameOf={(cap) => t('offers.capOnPer', { metric: cap.metric, period: cap.period })}
        cells={(cap) =>
          cells(
            cap,
            metrics,
            (part) => list.change(cap.key, part),
            (field) => list.errorOf(cap.key, field),
          )
        }
        remove={list.remove}
        add={
          <Button size="xs" variant="default" onClick={() => list.add(fresh)}>
            {t('offers.addCap')}
          </Button>
        }
        empty={t('offers.noCapsTheOfferTakes')}
      />
    </ListEditor>
  );
}

const cells = (
  cap: Keyed<CapDraft>,
  metrics: readonly Metric[],
  change: (part: Partial<CapDraft>) => void,
  error: (field: string) => string | undefined,
) => [
  <PublisherSelect
    key="publisher"
    label={t('offers.for')}
    hideLabel
    placeholder={t('offers.theWholeOffer')}
    value={cap.publisher_id}
    chosenName={cap.publisher_name}
    error={error('publisher_id')}
    onChange={(publisher_id, option) => change({ publisher_id, publisher_name: option?.label ?? '' })}
  />,
  <Select
    key="metric"
    aria-label={t('common.counts')}
    data={worded(metrics)}
    allowDeselect={false}
    value={cap.metric}
    error={error('metric')}
    onChange={(value) => {
      const metric = value as Metric;
      const fits = metric !== 'clicks' || clickActions.includes(cap.action);
      change({ metric, ...(fits ? {} : { action: 'fallback' as const }) });
    }}
  />,
  <Select
    key="period"
    aria-label={t('offers.per')}
    data={worded(capPeriods)}
    allowDeselect={false}
    value={cap.period}
    onChange={(value) => change({ period: value as Period })}
  />,
  <TextInput
    key="limit"
    aria-label={t('common.limit')}
    inputMode="decimal"
    placeholder="100"
    value={cap.limit}
    error={error('limit')}
    onChange={(event) => change({ limit: event.currentTarget.value })}
  />,
  <Select
    key="action"
    aria-label={t('offers.whenReached')}
    data={actionsOf(cap.metric)}
    allowDeselect={false}
    value={cap.action}
    error={error('action')}
    onChange={(value) => change({ action: value as CapAction })}
  />,
];
