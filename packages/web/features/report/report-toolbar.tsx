// The bar over a report: grouping, period, filters, comparison, columns, saved reports, export; below it the chips.
import { Button, Group, Menu, MultiSelect, Switch } from '@mantine/core';
import {
  dimensions,
  dimensionsFor,
  MAX_DIMENSIONS,
  metricLabel,
  metrics,
  metricsFor,
} from '@tributary/contract/reports/report-catalogue';
import type { StoredQuery } from '@tributary/contract/reports/reports';
import toolbar from '../../kit/resource/toolbar.module.css';
import { IconColumns3 } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { ReportExports } from './export-menu.tsx';
import classes from './report.module.css';
import type { ReportScreen } from './report-declaration.ts';
import { AddFilter, ReportChips } from './report-filters.tsx';
import { ReportLocale } from './report-locale.tsx';
import { ReportPair } from './report-pair.tsx';
import { ReportPeriod } from './report-period.tsx';
import { queryOfReport, type ReportState } from './report-state.ts';
import { SavedMenu } from './saved-menu.tsx';
import type { Known } from './use-known.ts';

const groupNames = {
  traffic: t('report.traffic'),
  people: t('report.people'),
  place: t('report.place'),
  device: t('report.device'),
  time: t('common.time'),
  parameters: t('common.parameters'),
} as const;

export interface ToolbarProps {
  screen: ReportScreen;
  state: ReportState;
  known: Known;
  change: (part: Partial<ReportState>) => void;
  open: (query: StoredQuery) => void;
}

export function ReportToolbar({ screen, state, known, change, open }: ToolbarProps) {
  const { role, hidden } = screen;
  const allowed = dimensionsFor(role, hidden);
  const query = queryOfReport(state);
  return (
    <>
      <div className={toolbar.bar}>
        <MultiSelect
          className={classes.groupBy}
          classNames={{ inputField: classes.groupField }}
          aria-label={t('report.groupBy')}
          placeholder={state.by.length === 0 ? t('report.groupBy') : undefined}
          searchable
          maxValues={MAX_DIMENSIONS}
          hidePickedOptions
          data={Object.entries(groupNames).map(([group, name]) => ({
            group: name,
            items: allowed
              .filter((id) => dimensions[id].group === group)
              .map((id) => ({ value: id, label: said(dimensions[id].label) })),
          }))}
          value={[...state.by]}
          onChange={(values) => change({ by: values.flatMap((value) => allowed.filter((id) => id === value)) })}
        />
        <ReportPeriod state={state} change={change} />
        <AddFilter role={role} state={state} change={change} />
        <ReportLocale state={state} shown={known.period} change={change} />
        {!screen.pairs && (
          <Switch
            label={t('report.compareWithThePeriodBefore')}
            checked={state.compare !== ''}
            onChange={(event) => change({ compare: event.currentTarget.checked ? 'previous' : '' })}
          />
        )}
        <Switch
          label={t('report.onlyWithConversions')}
          checked={state.onlyConversions}
          onChange={(event) => change({ onlyConversions: event.currentTarget.checked })}
        />
        <Group gap="xs" className={toolbar.right}>
          <FiguresMenu screen={screen} state={state} change={change} />
          <SavedMenu screen={screen.screen} query={query} open={open} />
          <ReportExports name={screen.title} query={query} />
        </Group>
      </div>
      {screen.pairs && (
        <ReportPair kinds={screen.pairs} role={role} state={state} labels={known.labels} change={change} />
      )}
      <ReportChips state={state} labels={known.labels} change={change} />
    </>
  );
}

function FiguresMenu({ screen: { role, hidden }, state, change }: Pick<ToolbarProps, 'screen' | 'state' | 'change'>) {
  const all = metricsFor(role, hidden);
  const toggle = (id: (typeof all)[number]) => {
    const next = all.filter((one) => (one === id ? !state.figures.includes(id) : state.figures.includes(one)));
    if (next.length > 0) change({ figures: next });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('common.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={toolbar.scrolls}>
        {all.map((id) => (
          <Menu.CheckboxItem
            key={id}
            checked={state.figures.includes(id)}
            onChange={() => toggle(id)}
            title={said(metrics[id].description)}
          >
            {said(metricLabel(id, role))}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
