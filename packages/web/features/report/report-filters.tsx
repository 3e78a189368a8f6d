// What narrows a report: one filter is added at a time, each stands as a chip that takes itself away.
import { Button, Pill, Popover, Select, Stack, TextInput } from '@mantine/core';
import { countriesIn } from '@tributary/contract/countries';
import { offerRoutes } from '@tributary/contract/offers/offers';
import {
  type DimensionId,
  dimensions,
  dimensionsFor,
  type ReportRole,
} from '@tributary/contract/reports/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports/reports';
import { verdicts } from '@tributary/contract/tracker/verdicts';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconFilter } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { readersLanguage } from '../../words/words.ts';
import { dimensionText } from './figure.ts';
import classes from './report.module.css';
import { pairOf, type ReportState } from './report-state.ts';

interface ReportFiltersProps {
  role: ReportRole;
  state: Pick<ReportState, 'filters'>;
  change: (part: Pick<ReportState, 'filters'>) => void;
}

export function AddFilter({ role, state, change }: ReportFiltersProps) {
  const [opened, setOpened] = useState(false);
  const [id, setId] = useState<DimensionId>('offer');
  const [value, setValue] = useState('');
  const { hidden } = useSession();
  const offered = dimensionsFor(role, hidden).filter((one) => dimensions[one].group !== 'time');
  const add = () => {
    const others = (state.filters[id] ?? []).filter((one) => one !== value);
    change({ filters: { ...state.filters, [id]: [...others, value] } });
    setValue('');
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={() => setOpened(!opened)}>
          {t('common.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label={t('report.filterBy')}
            searchable
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={offered.map((one) => ({ value: one, label: said(dimensions[one].label) }))}
            value={id}
            onChange={(next) => {
              setId(offered.find((one) => one === next) ?? 'offer');
              setValue('');
            }}
          />
          <ValueInput key={id} id={id} role={role} value={value} set={setValue} />
          <Button disabled={value === ''} onClick={add}>
            {t('report.addFilter')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const closed: Partial<Record<DimensionId, { value: string; label: string }[]>> = {
  country: countriesIn(readersLanguage()).map(({ code, name }) => ({ value: code, label: name })),
  verdict: Object.entries(verdicts).map(([value, { label }]) => ({ value, label: said(label) })),
};
const found = ['offer', 'publisher', 'advertiser'] as const;

const choicesOf = (kind: (typeof found)[number]) => async (q: string, context: CallContext) => {
  const { rows } = await call(offerRoutes.offerChoices, { query: { kind, q } }, context);
  return rows.map(({ number, name }) => ({ value: String(number), label: `${name} (${number})` }));
};

interface ValueInputProps {
  id: DimensionId;
  role: ReportRole;
  value: string;
  set: (value: string) => void;
  /** the dimension's own name where absent */
  label?: string;
  inPortal?: boolean;
  /** the chosen one's name where the page opens with it */
  chosen?: string;
}

/** one value of a dimension: found by typing, chosen from a closed list, or typed */
export function ValueInput({ id, role, value, set, inPortal = false, chosen, ...rest }: ValueInputProps) {
  const { type } = dimensions[id];
  const label = rest.label ?? said(dimensions[id].label);
  const options = closed[id];
  const kind = role === 'admin' ? found.find((one) => one === id) : undefined;
  if (kind) {
    return (
      <RemoteSelect
        name={id}
        label={label}
        inPortal={inPortal}
        value={value}
        chosen={chosen && value ? { value, label: chosen } : null}
        onChange={set}
        of={['report', kind]}
        load={choicesOf(kind)}
      />
    );
  }
  if (options) {
    return (
      <Select
        label={label}
        searchable
        comboboxProps={{ withinPortal: inPortal }}
        data={options}
        value={value || null}
        onChange={(next) => set(next ?? '')}
      />
    );
  }
  return (
    <TextInput
      label={type === 'number' ? t('report.number', { label }) : label}
      inputMode={type === 'number' ? 'numeric' : undefined}
      value={value}
      onChange={(event) => set(event.currentTarget.value.trim())}
    />
  );
}

interface ChipsProps {
  state: Pick<ReportState, 'filters'> & Partial<Pick<ReportState, 'compare'>>;
  labels: ReportReply['labels'];
  change: (part: Pick<ReportState, 'filters'>) => void;
}

export function ReportChips({ state, labels, change }: ChipsProps) {
  // the two that are compared stand in the bar already
  const compared = pairOf({ compare: '', ...state })?.kind;
  const ids = (Object.keys(state.filters) as DimensionId[]).filter(
    (id) => state.filters[id]?.length && id !== compared,
  );
  if (ids.length === 0) return null;
  const without = (id: DimensionId) =>
    Object.fromEntries(Object.entries(state.filters).filter(([other]) => other !== id));
  return (
    <div className={classes.chips}>
      {ids.map((id) => {
        const names = (state.filters[id] ?? []).flatMap((value) =>
          value.split(',').map((one) => dimensionText(id, one, labels, 'UTC')),
        );
        const text = `${said(dimensions[id].label)}: ${names.join(', ')}`;
        return (
          <Pill
            key={id}
            withRemoveButton
            size="md"
            removeButtonProps={{ 'aria-label': t('common.remove', { text }), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => change({ filters: without(id) })}
          >
            {text}
          </Pill>
        );
      })}
      {ids.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={() => change({ filters: {} })}>
          {t('common.clearAll')}
        </Button>
      )}
    </div>
  );
}
