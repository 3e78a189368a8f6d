// The period of a log: a usual one with one press, or any two days.
import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconCalendar } from '../../ui/icons.ts';
import classes from './log-page.module.css';
import { daysOf, periodNames, periodText, rangeOf } from './period.ts';

interface PeriodMenuProps {
  period: string;
  change: (period: string) => void;
}

export function PeriodMenu({ period, change }: PeriodMenuProps) {
  const [opened, setOpened] = useState(false);
  const [days, setDays] = useState(daysOf(''));
  const choose = (next: string) => {
    change(next);
    setOpened(false);
  };
  const toggle = () => {
    setDays(daysOf(period));
    setOpened(!opened);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={260} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          className={classes.narrowed}
          data-active={period !== '' || undefined}
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={toggle}
        >
          {period ? periodText(period) : 'All time'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap={6}>
            <Choice label="All time" chosen={period === ''} choose={() => choose('')} />
            {Object.entries(periodNames).map(([name, label]) => (
              <Choice key={name} label={label} chosen={period === name} choose={() => choose(name)} />
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
          <Button disabled={!days.from && !days.to} onClick={() => choose(rangeOf(days.from, days.to))}>
            Show these days
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const Choice = ({ label, chosen, choose }: { label: string; chosen: boolean; choose: () => void }) => (
  <Button size="compact-sm" variant={chosen ? 'light' : 'default'} aria-pressed={chosen} onClick={choose}>
    {label}
  </Button>
);
