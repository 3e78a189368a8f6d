// Ctrl-K: one box over the screens of the menu and the records of the tenant, all by keyboard.
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Menu } from '../../kit/shell/menu.ts';
import { IconSearch } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './quick-search.module.css';
import { type Result, useResults } from './use-results.ts';

const LIST_ID = 'quick-search-results';
const optionId = (at: number) => `quick-search-${at}`;

export default function QuickSearch({ menu, close }: { menu: Menu; close: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const { screens, records, busy, failed } = useResults(menu, search);
  // whoever types a name wants the record; whoever types nothing wants a screen
  const results = [...screens, ...records];
  const chosen = Math.min(at, results.length - 1);
  const go = (result: Result | undefined) => {
    if (!result) return;
    close();
    void navigate(result.place.to, { state: result.place.state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setAt((chosen + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(results[chosen]);
    }
  };
  const group = (title: string, items: readonly Result[], from: number) =>
    items.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: options are grouped inside a listbox, where a fieldset has no place
      <div role="group" aria-label={title}>
        <div className={classes.title} aria-hidden>
          {title}
        </div>
        {items.map((result, index) => (
          <Option
            key={`${result.place.to} ${result.detail} ${result.label}`}
            result={result}
            id={optionId(from + index)}
            chosen={from + index === chosen}
            go={() => go(result)}
          />
        ))}
      </div>
    );
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      centered={false}
      size={600}
      padding={0}
      yOffset="10vh"
      attributes={{ content: { 'aria-label': t('common.search') } }}
    >
      <div className={classes.box}>
        <IconSearch size={20} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-label={t('quickSearch.searchScreensAndRecords')}
          aria-expanded
          aria-controls={LIST_ID}
          aria-activedescendant={results.length > 0 ? optionId(chosen) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('quickSearch.searchScreensNamesEmailsOr')}
          data-autofocus
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={LIST_ID} className={classes.list} role="listbox" aria-label={t('quickSearch.results')} aria-busy={busy}>
        {group(t('quickSearch.screens'), screens, 0)}
        {group(t('quickSearch.records'), records, screens.length)}
      </div>
      <div className={classes.state} role="status">
        {busy
          ? t('quickSearch.searching')
          : failed
            ? t('quickSearch.recordsCouldNotBeSearched')
            : results.length === 0
              ? t('quickSearch.nothingFoundFor', { search: search.trim() })
              : t('quickSearch.foundArrowKeysChooseEnter', { length: results.length })}
      </div>
    </Modal>
  );
}

interface OptionProps {
  result: Result;
  id: string;
  chosen: boolean;
  go: () => void;
}

function Option({ result, id, chosen, go }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys
    <div ref={line} id={id} role="option" aria-selected={chosen} className={classes.option} onClick={go}>
      <result.icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{result.label}</span>
      <span className={classes.detail}>{result.detail}</span>
    </div>
  );
}
