// Chooses a period: a usual one with one press, or any two days.
import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconCalendar } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from '../resource/toolbar.module.css';

/** days as a date input has them: 2026-11-15, or empty */
export interface Days {
  from: string;
  to: string;
}

interface PeriodPopoverProps {
  /** the chosen period in words */
  text: string;
  /** whether it narrows what is shown */
  narrows?: boolean;
  usual: Readonly<Record<string, string>>;
  chosen: string;
  choose: (usual: string) => void;
  /** the chosen days, where it is no usual period */
  days: Days;
  chooseDays: (days: Days) => void;
  /** false where one of the two may stay open */
  needsBoth: boolean;
}

export function PeriodPopover(props: PeriodPopoverProps) {
  const { usual, chosen, choose, chooseDays, needsBoth } = props;
  const [opened, setOpened] = useState(false);
  const [days, setDays] = useState(props.days);
  const toggle = () => {
    setDays(props.days);
    setOpened(!opened);
  };
  const enough = needsBoth ? days.from && days.to : days.from || days.to;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          className={classes.narrowed}
          data-active={props.narrows || undefined}
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={toggle}
        >
          {props.text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap={6}>
            {Object.entries(usual).map(([id, label]) => (
              <Button
                key={id}
                size="compact-sm"
                variant={chosen === id ? 'light' : 'default'}
                aria-pressed={chosen === id}
                onClick={() => {
                  choose(id);
                  setOpened(false);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <TextInput
            type="date"
            label={t('periodPopover.from')}
            value={days.from}
            max={days.to || undefined}
            onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('common.to')}
            value={days.to}
            min={days.from || undefined}
            onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
          />
          <Button
            disabled={!enough}
            onClick={() => {
              chooseDays(days);
              setOpened(false);
            }}
          >
            {t('periodPopover.showTheseDays')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
