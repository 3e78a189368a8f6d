// What the offer demands of traffic: rates from clicks, or from one goal, to another. Reports KPI judges by them.
import { Button, Select, TextInput } from '@mantine/core';
import { type KpiOp, kpiOps } from '@tributary/contract/offers/kpi';
import { Link } from 'react-router';
import { RowList } from '../../../kit/inputs/row-list.tsx';
import { t } from '../../../words/admin.ts';
import { Rich } from '../../../words/rich.tsx';
import { said } from '../../../words/said.ts';
import type { OfferRecord } from '../form/wire.ts';
import { ListEditor } from './list-editor.tsx';
import type { Keyed, ListDraft } from './use-list-draft.ts';

export interface TargetDraft {
  from: string;
  to: string;
  op: KpiOp;
  percent: string;
  sample: string;
}

export const kpiDrafts = ({ kpi_targets }: OfferRecord): TargetDraft[] =>
  kpi_targets.map(({ from_goal_id, to_goal_id, op, percent, min_sample }) => ({
    from: from_goal_id ?? '',
    to: to_goal_id,
    op,
    percent: String(percent),
    sample: String(min_sample),
  }));

/** an empty field is no number, and the server says which */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export const kpiBody = ({ from, to, op, percent, sample }: TargetDraft) => ({
  from_goal_id: from || null,
  to_goal_id: to,
  op,
  percent: numberOf(percent),
  min_sample: numberOf(sample),
});

export function KpiTargets({ offer, list }: { offer: OfferRecord; list: ListDraft<TargetDraft> }) {
  const [first, second] = offer.goals;
  const fresh: TargetDraft = {
    from: second ? (first?.id ?? '') : '',
    to: second?.id ?? first?.id ?? '',
    op: 'at_least',
    percent: '',
    sample: '100',
  };
  return (
    <ListEditor
      title={t('common.targets')}
      note={
        <Rich
          text={t('offers.kpiTargetsNote')}
          elements={{ report: <Link to="/am/reports/kpi">{t('common.reportsKpi')}</Link> }}
        />
      }
    >
      <RowList
        label={t('offers.kpiTargets')}
        columns={[t('offers.of'), t('offers.reach'), t('common.rate'), t('offers.perCent'), t('offers.minSample')]}
        widths="minmax(0, 1.4fr) minmax(0, 1.4fr) 120px 100px 110px"
        rows={list.rows}
        nameOf={({ to }) =>
          t('offers.targetFor', { goal: offer.goals.find(({ id }) => id === to)?.name ?? t('offers.aGoal') })
        }
        cells={(target) => cells(target, offer, list)}
        remove={list.remove}
        add={
          <Button size="xs" variant="default" onClick={() => list.add(fresh)}>
            {t('offers.addTarget')}
          </Button>
        }
        empty={t('offers.noTargetsReportsKpiShows')}
      />
    </ListEditor>
  );
}

const cells = (target: Keyed<TargetDraft>, { goals }: OfferRecord, list: ListDraft<TargetDraft>) => {
  const change = (part: Partial<TargetDraft>) => list.change(target.key, part);
  const error = (field: string) => list.errorOf(target.key, field);
  const named = goals.map(({ id, name }) => ({ value: id, label: name }));
  return [
    <Select
      key="from"
      aria-label={t('offers.of')}
      data={[{ value: '', label: t('common.clicks') }, ...named]}
      allowDeselect={false}
      value={target.from}
      error={error('from_goal_id')}
      onChange={(from) => change({ from: from ?? '' })}
    />,
    <Select
      key="to"
      aria-label={t('offers.reach')}
      data={named}
      allowDeselect={false}
      value={target.to}
      error={error('to_goal_id')}
      onChange={(to) => change({ to: to ?? '' })}
    />,
    <Select
      key="op"
      aria-label={t('common.rate')}
      data={Object.entries(kpiOps).map(([value, label]) => ({ value, label: said(label) }))}
      allowDeselect={false}
      value={target.op}
      onChange={(op) => change({ op: op === 'at_most' ? 'at_most' : 'at_least' })}
    />,
    <TextInput
      key="percent"
      aria-label={t('offers.perCent')}
      inputMode="decimal"
      placeholder="5"
      rightSection="%"
      value={target.percent}
      error={error('percent')}
      onChange={(event) => change({ percent: event.currentTarget.value })}
    />,
    <TextInput
      key="sample"
      aria-label={t('offers.minSample')}
      inputMode="numeric"
      placeholder="100"
      value={target.sample}
      error={error('min_sample')}
      onChange={(event) => change({ sample: event.currentTarget.value })}
    />,
  ];
};
