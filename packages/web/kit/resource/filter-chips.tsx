// What narrows a list, each part as a chip that takes itself away.
import { Button, Pill } from '@mantine/core';
import { t } from '../../words/kit.ts';
import type { RowBase } from '../table/column.ts';
import type { ListFilter } from './declaration.ts';
import type { ListState } from './list-state.ts';
import classes from './toolbar.module.css';

interface FilterChipsProps<Row extends RowBase> {
  filters: readonly ListFilter<Row>[];
  state: ListState;
  rows: readonly Row[];
  change: (part: Partial<ListState>) => void;
}

export function FilterChips<Row extends RowBase>({ filters, state, rows, change }: FilterChipsProps<Row>) {
  const active = filters.filter(({ name }) => state.filters[name] !== undefined);
  if (active.length === 0) return null;
  const without = (name: string) => Object.fromEntries(Object.entries(state.filters).filter(([one]) => one !== name));
  return (
    <div className={classes.chips}>
      {active.map((filter) => {
        const text = `${filter.label}: ${valueText(filter, state.filters[filter.name] ?? [], rows)}`;
        return (
          <Pill
            key={filter.name}
            withRemoveButton
            size="md"
            removeButtonProps={{ 'aria-label': t('common.remove', { text }), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => change({ filters: without(filter.name) })}
          >
            {text}
          </Pill>
        );
      })}
      {active.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={() => change({ filters: {} })}>
          {t('common.clearAll')}
        </Button>
      )}
    </div>
  );
}

/** the name behind a chosen id, as the rows that it lets through know it */
export const nameOfValue = <Row,>({ nameIn }: ListFilter<Row>, value: string, rows: readonly Row[]): string | null => {
  for (const row of rows) {
    const named = nameIn?.(row);
    if (named?.id === value) return named.name;
  }
  return null;
};

function valueText<Row>(filter: ListFilter<Row>, values: readonly string[], rows: readonly Row[]): string {
  if (filter.kind === 'flag') return t('settings.yes');
  if (filter.kind === 'choices' || filter.kind === 'some' || filter.kind === 'one') {
    const labels = filter.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
    return labels.join(', ') || t('resource.none');
  }
  const [value = ''] = values;
  return nameOfValue(filter, value, rows) ?? (filter.nameIn ? t('resource.theChosenOne') : value);
}
