// A report's period: a usual one with one press, or any two days of its time zone.
import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { type PeriodId, periods } from '@tributary/contract/report-catalogue';
import { useState } from 'react';
import { IconCalendar } from '../../ui/icons.ts';
import { dimensionText } from './figure.ts';
import type { ReportState } from './report-state.ts';

type Days = Pick<ReportState, 'period' | 'from' | 'to'>;

const dayText = (day: string) => dimensionText('day', day.slice(0, 10), {}, 'UTC');
export const periodText = ({ period, from, to }: Days): string =>
  period ? periods[period] : from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

export function ReportPeriod({ state, change }: { state: Days; change: (part: Days) => void }) {
  const [opened, setOpened] = useState(false);
  const [days, setDays] = useState({ from: '', to: '' });
  const choose = (part: Days) => {
    change(part);
    setOpened(false);
  };
  const toggle = () => {
    setDays({ from: state.from.slice(0, 10), to: state.to.slice(0, 10) });
    setOpened(!opened);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconCalendar size={16} aria-hidden />} onClick={toggle}>
          {periodText(state)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap={6}>
            {Object.entries(periods).map(([id, label]) => (
              <Button
                key={id}
                size="compact-sm"
                variant={state.period === id ? 'light' : 'default'}
                aria-pressed={state.period === id}
                onClick={() => choose({ period: id as PeriodId, from: '', to: '' })}
              >
                {label}
              </Button>
            ))}
          </Group>
          <TextInput
            type="date"
            label="From"
            value={days.from}
            max={days.to || undefined}
            onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            value={days.to}
            min={days.from || undefined}
            onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
          />
          <Button disabled={!days.from || !days.to} onClick={() => choose({ period: '', ...days })}>
            Show these days
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
