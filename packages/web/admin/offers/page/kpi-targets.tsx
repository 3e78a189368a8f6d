// What the offer demands of traffic: rates from clicks, or from one goal, to another. Reports KPI judges by them.
import { Button, Select, TextInput } from '@mantine/core';
import { type KpiOp, kpiOps } from '@tributary/contract/kpi';
import { Link } from 'react-router';
import { RowList } from '../../../kit/inputs/row-list.tsx';
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
      title="Targets"
      note={
        <>
          How many of the clicks, or of one goal’s conversions, are to reach another goal.{' '}
          <Link to="/am/reports/kpi">Reports KPI</Link> shows which publishers and sources miss them, once there are as
          many as the sample says. New goals can be chosen once the offer is saved.
        </>
      }
    >
      <RowList
        label="KPI targets"
        columns={['Of', 'Reach', 'Rate', 'Per cent', 'Min. sample']}
        widths="minmax(0, 1.4fr) minmax(0, 1.4fr) 120px 100px 110px"
        rows={list.rows}
        nameOf={({ to }) => `target for ${offer.goals.find(({ id }) => id === to)?.name ?? 'a goal'}`}
        cells={(target) => cells(target, offer, list)}
        remove={list.remove}
        add={
          <Button size="xs" variant="default" onClick={() => list.add(fresh)}>
            Add target
          </Button>
        }
        empty="No targets: Reports KPI shows the rates without judging them."
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
      aria-label="Of"
      data={[{ value: '', label: 'Clicks' }, ...named]}
      allowDeselect={false}
      value={target.from}
      error={error('from_goal_id')}
      onChange={(from) => change({ from: from ?? '' })}
    />,
    <Select
      key="to"
      aria-label="Reach"
      data={named}
      allowDeselect={false}
      value={target.to}
      error={error('to_goal_id')}
      onChange={(to) => change({ to: to ?? '' })}
    />,
    <Select
      key="op"
      aria-label="Rate"
      data={Object.entries(kpiOps).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      value={target.op}
      onChange={(op) => change({ op: op === 'at_most' ? 'at_most' : 'at_least' })}
    />,
    <TextInput
      key="percent"
      aria-label="Per cent"
      inputMode="decimal"
      placeholder="5"
      rightSection="%"
      value={target.percent}
      error={error('percent')}
      onChange={(event) => change({ percent: event.currentTarget.value })}
    />,
    <TextInput
      key="sample"
      aria-label="Min. sample"
      inputMode="numeric"
      placeholder="100"
      value={target.sample}
      error={error('min_sample')}
      onChange={(event) => change({ sample: event.currentTarget.value })}
    />,
  ];
};
