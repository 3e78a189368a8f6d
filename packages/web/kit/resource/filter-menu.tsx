// The Filter dropdown of the specification: checkboxes that take effect with Apply; Clear lets everything through again.
import { Button, Checkbox, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { createContext, use, useState } from 'react';
import { IconFilter } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { RemoteSelect } from '../inputs/remote-select.tsx';
import type { Filter } from './declaration.ts';
import { FLAG_ON, type ListState, openValues } from './list-state.ts';
import classes from './toolbar.module.css';

/** filter name → name of the chosen value, where the page knows it: a shared link carries only an id */
export const FilterNames = createContext<Readonly<Record<string, string>>>({});

interface FilterMenuProps {
  filters: readonly Filter[];
  state: ListState;
  change: (part: Partial<ListState>) => void;
}

/** never taller than what is left of the window: Apply must stay within reach */
const fitting = { flip: true, shift: true, size: { padding: 12 } };

type Draft = Readonly<Record<string, readonly string[]>>;

export function FilterMenu({ filters, state, change }: FilterMenuProps) {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState<Draft>({});
  const fresh: Draft = Object.fromEntries(filters.map((filter) => [filter.name, openValues(filter)]));
  const active = Object.keys(state.filters).length;
  const toggle = () => {
    setDraft({ ...fresh, ...state.filters });
    setOpened(!opened);
  };
  const apply = (values: Draft) => {
    const meant = Object.entries(values).map(
      ([name, chosen]) => [name, chosen.map((one) => one.trim()).filter(Boolean)] as const,
    );
    const changed = meant.filter(([name, chosen]) => chosen.join() !== fresh[name]?.join());
    change({ filters: Object.fromEntries(changed) });
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={240}
      trapFocus
      shadow="md"
      middlewares={fitting}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={toggle}
          data-active={active > 0 || undefined}
          className={classes.narrowed}
        >
          {active ? t('resource.filter', { active }) : t('common.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.filters}>
        <Stack gap="md" className={classes.scrolls}>
          {filters.map((filter) => (
            <FilterBoxes
              key={filter.name}
              filter={filter}
              chosen={draft[filter.name] ?? []}
              choose={(chosen) => setDraft({ ...draft, [filter.name]: chosen })}
            />
          ))}
        </Stack>
        <Group gap="xs" grow>
          <Button variant="default" onClick={() => apply(fresh)}>
            {t('resource.clear')}
          </Button>
          <Button onClick={() => apply(draft)}>{t('resource.apply')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterBoxesProps {
  filter: Filter;
  chosen: readonly string[];
  choose: (values: readonly string[]) => void;
}

function FilterBoxes({ filter, chosen, choose }: FilterBoxesProps) {
  const known = use(FilterNames)[filter.name];
  const value = chosen[0] ?? '';
  const set = (next: string) => choose(next ? [next] : []);
  if (filter.kind === 'own') {
    const { Input, label } = filter;
    return <Input label={label} value={value} set={set} />;
  }
  if (filter.kind === 'text') {
    return (
      <TextInput
        label={filter.label}
        placeholder={t('resource.any')}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  if (filter.kind === 'found') {
    return (
      <RemoteSelect
        name={filter.name}
        label={filter.label}
        placeholder={t('resource.any')}
        clearable
        inPortal={false}
        value={value}
        chosen={known ? { value, label: known } : null}
        onChange={set}
        of={[filter.of]}
        load={filter.load}
      />
    );
  }
  if (filter.kind === 'one') {
    return (
      <Select
        label={filter.label}
        placeholder={filter.none ?? t('resource.any')}
        clearable
        searchable={filter.options.length > 8}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': t('common.clear', { label: filter.label }) }}
        data={[...filter.options]}
        value={value || null}
        onChange={(next) => set(next ?? '')}
      />
    );
  }
  if (filter.kind === 'flag') {
    return (
      <Checkbox
        label={filter.label}
        checked={chosen.length > 0}
        onChange={(event) => choose(event.currentTarget.checked ? [FLAG_ON] : [])}
      />
    );
  }
  return (
    <Checkbox.Group
      label={filter.label}
      value={[...chosen]}
      onChange={(values) => choose(filter.options.map(({ value }) => value).filter((value) => values.includes(value)))}
    >
      <Stack gap="xs" mt={8}>
        {filter.options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
