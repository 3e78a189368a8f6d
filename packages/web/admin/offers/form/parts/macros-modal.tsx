// The whole catalogue of tokens by category, with a search over names and meanings. A click appends the token.
import { Button, Group, Modal, TextInput, Tooltip } from '@mantine/core';
import { type Macro, macroCategories, macros } from '@tributary/contract/macros';
import { useState } from 'react';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { IconSearch } from '../../../../ui/icons.ts';
import classes from '../offer-form.module.css';

interface MacrosModalProps {
  opened: boolean;
  close: () => void;
  url: string;
  append: (token: string) => void;
}

const matches = (macro: Macro, search: string): boolean =>
  `${macro.name} ${macro.description} ${macro.category}`.toLowerCase().includes(search);

export function MacrosModal({ opened, close, url, append }: MacrosModalProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase().replaceAll(/[{}]/g, '');
  const found = macros.filter((macro) => matches(macro, wanted));
  return (
    <Modal opened={opened} onClose={close} title="Tracking Macros" size={760} onExitTransitionEnd={() => setSearch('')}>
      <TextInput
        aria-label="Search macros"
        placeholder="Search macros..."
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
            <section key={category} aria-label={category}>
              <h3>{category}</h3>
              <Group gap={6}>
                {here.map((macro) => (
                  <Token key={macro.name} macro={macro} append={append} />
                ))}
              </Group>
            </section>
          );
        })}
        {found.length === 0 && <EmptyState title="No macro matches" text="Try a shorter word, such as click or sub." />}
      </div>
      <p className={classes.macroUrl}>
        <span>Default Campaign URL</span>
        <code>{url || '-'}</code>
      </p>
      <p className={classes.macroNote}>
        Dashed tokens have a value only once a conversion exists. Functions: {'{click_id:md5}'}, sha1, sha256, upper,
        lower, raw; a default after a bar: {'{source|none}'}. p1–p15 come from the publisher, sub1–sub15 from you.
      </p>
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Modal>
  );
}

function Token({ macro, append }: { macro: Macro; append: (token: string) => void }) {
  return (
    <Tooltip label={macro.description} multiline maw={260}>
      <button
        type="button"
        className={classes.token}
        data-later={macro.conversionOnly || undefined}
        onClick={() => append(macro.name)}
      >
        {`{${macro.name}}`}
      </button>
    </Tooltip>
  );
}
