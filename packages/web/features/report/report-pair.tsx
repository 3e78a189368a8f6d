// What a comparison compares: two periods, or two of a kind, A and B.
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { type DimensionId, dimensions, type ReportRole } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports/reports';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import classes from './report.module.css';
import { namesOfPair } from './report-columns.ts';
import { ValueInput } from './report-filters.tsx';
import { pairOf, type ReportState } from './report-state.ts';

interface ReportPairProps {
  kinds: readonly DimensionId[];
  role: ReportRole;
  state: ReportState;
  labels: ReportReply['labels'];
  change: (part: Partial<ReportState>) => void;
}

export function ReportPair({ kinds, role, state, labels, change }: ReportPairProps) {
  const pair = pairOf(state);
  const without = (kind: DimensionId | undefined) =>
    Object.fromEntries(Object.entries(state.filters).filter(([id]) => id !== kind));
  const choose = (kind: DimensionId) => {
    // a report of one offer is not grouped by offer
    const left = state.by.filter((id) => id !== kind);
    const next = left.length > 0 ? left : [kind === 'publisher' ? ('offer' as const) : ('publisher' as const)];
    change({ compare: `${kind}:`, filters: without(pair?.kind), by: next, sort: null });
  };
  const [first] = kinds;
  if (!first) return null;
  const [one = '', other = ''] = pair ? namesOfPair(pair, labels) : [];
  return (
    <div className={classes.pair}>
      <SegmentedControl
        aria-label={t('report.whatIsCompared')}
        value={pair ? 'pair' : 'periods'}
        data={[
          { value: 'periods', label: t('report.twoPeriods') },
          { value: 'pair', label: t('report.twoOfAKind') },
        ]}
        onChange={(mode) =>
          mode === 'pair' ? choose(first) : change({ compare: 'previous', filters: without(pair?.kind) })
        }
      />
      {pair && (
        <>
          <NativeSelect
            label={t('report.compareTwoOf')}
            value={pair.kind}
            data={kinds.map((id) => ({ value: id, label: said(dimensions[id].label) }))}
            onChange={({ currentTarget: { value } }) => choose(kinds.find((id) => id === value) ?? first)}
          />
          <div className={classes.pairValue}>
            <ValueInput
              key={`${pair.kind} A`}
              id={pair.kind}
              role={role}
              inPortal
              label={t('report.a', { label: said(dimensions[pair.kind].label).toLowerCase() })}
              value={pair.one}
              chosen={one}
              set={(value) =>
                change({ filters: { ...without(pair.kind), ...(value ? { [pair.kind]: [value] } : {}) } })
              }
            />
          </div>
          <div className={classes.pairValue}>
            <ValueInput
              key={`${pair.kind} B`}
              id={pair.kind}
              role={role}
              inPortal
              label={t('report.b2', { label: said(dimensions[pair.kind].label).toLowerCase() })}
              value={pair.other}
              chosen={other}
              set={(value) => change({ compare: `${pair.kind}:${value}` })}
            />
          </div>
        </>
      )}
    </div>
  );
}
