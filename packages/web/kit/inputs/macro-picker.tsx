// Macros to put into an address: the catalogue by category with a search; a press puts the token where the cursor was.
import { Button, Group, Modal, TextInput, Tooltip } from '@mantine/core';
import { type Macro, macroCategories } from '@tributary/contract/tracker/macros';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import classes from './macro-picker.module.css';

interface MacroPickerProps {
  opened: boolean;
  close: () => void;
  title: string;
  macros: readonly Macro[];
  insert: (name: string) => void;
  /** below the catalogue: the address so far */
  children?: ReactNode;
  note: string;
}

const matches = (macro: Macro, search: string): boolean =>
  `${macro.name} ${macro.description} ${macro.category}`.toLowerCase().includes(search);

export function MacroPicker({ opened, close, title, macros, insert, children, note }: MacroPickerProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase().replaceAll(/[{}]/g, '');
  const found = macros.filter((macro) => matches(macro, wanted));
  return (
    <Modal opened={opened} onClose={close} title={title} size={760} onExitTransitionEnd={() => setSearch('')}>
      <TextInput
        aria-label={t('inputs.searchMacros')}
        placeholder={t('inputs.searchMacros2')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.macros}>
        {macroCategories.map((category) => {
          const here = found.filter((macro) => macro.category === category);
          if (here.length === 0) return null;
          return (
            <section key={category} aria-label={said(category)}>
              <h3>{said(category)}</h3>
              <Group gap={6}>
                {here.map((macro) => (
                  <Token key={macro.name} macro={macro} insert={insert} />
                ))}
              </Group>
            </section>
          );
        })}
        {found.length === 0 && <EmptyState title={t('inputs.noMacroMatches')} text={t('inputs.tryAShorterWordSuch')} />}
      </div>
      {children}
      <p className={classes.note}>{note}</p>
      <Group justify="flex-end">
        <Button onClick={close}>{t('inputs.done')}</Button>
      </Group>
    </Modal>
  );
}

function Token({ macro, insert }: { macro: Macro; insert: (name: string) => void }) {
  return (
    <Tooltip label={macro.description} multiline maw={260}>
      <button
        type="button"
        className={classes.token}
        data-later={macro.conversionOnly || undefined}
        onClick={() => insert(macro.name)}
      >
        {`{${macro.name}}`}
      </button>
    </Tooltip>
  );
}
