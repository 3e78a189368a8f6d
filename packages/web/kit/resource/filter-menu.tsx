// The Filter dropdown of the seeds: checkboxes that take effect with Apply; Clear lets everything through again.
import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import { IconFilter } from '../../ui/icons.ts';
import type { Filter } from './declaration.ts';
import type { ListState } from './list-state.ts';
import classes from './toolbar.module.css';

interface FilterMenuProps {
  filters: readonly Filter[];
  state: ListState;
  change: (part: Partial<ListState>) => void;
}

export function FilterMenu({ filters, state, change }: FilterMenuProps) {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<Record<string, readonly string[]>>({});
  const everything = Object.fromEntries(filters.map(({ name, options }) => [name, options.map(({ value }) => value)]));
  const open = () => {
    setDraft({ ...everything, ...state.filters });
    setOpened(true);
  };
  const apply = (values: Record<string, readonly string[]>) => {
    const narrowed = Object.entries(values).filter(([name, chosen]) => chosen.length < (everything[name]?.length ?? 0));
    change({ filters: Object.fromEntries(narrowed) });
    setOpened(false);
  };
  const active = Object.keys(state.filters).length;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={240} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => (opened ? setOpened(false) : open())}
          data-active={active > 0 || undefined}
          className={classes.filter}
        >
          {active ? `Filter (${active})` : 'Filter'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="md">
          {filters.map(({ name, label, options }) => (
            <Checkbox.Group
              key={name}
              label={label}
              value={[...(draft[name] ?? [])]}
              onChange={(chosen) =>
                setDraft({
                  ...draft,
                  [name]: options.map(({ value }) => value).filter((value) => chosen.includes(value)),
                })
              }
            >
              <Stack gap="xs" mt={8}>
                {options.map((option) => (
                  <Checkbox key={option.value} value={option.value} label={option.label} />
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
          <Group gap="xs" grow>
            <Button variant="default" onClick={() => apply(everything)}>
              Clear
            </Button>
            <Button onClick={() => apply(draft)}>Apply</Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
