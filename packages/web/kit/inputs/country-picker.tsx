// Countries as chips with a search. Suggestions show while there is text with matches; they close 200 ms after the focus
// is lost, so that a click on one still counts, or with a choice.
import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../words/kit.ts';
import { ALL, addCountry, matchCountries, nameOfCountry, removeCountry } from './country-selection.ts';

const CLOSE_DELAY_MS = 200;
const MAX_SUGGESTIONS = 50;

interface CountryPickerProps {
  name: string;
  label: string;
  help?: string;
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
}

export function CountryPicker({ name, label, help, chosen, onChange }: CountryPickerProps) {
  const [search, setSearch] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [opened, setOpened] = useState(false);
  const closeSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(false), CLOSE_DELAY_MS);
  };
  const combobox = useCombobox({
    opened,
    // a press elsewhere, of which the library tells before the focus goes, is no quicker than leaving by keyboard
    onOpenedChange: (wanted) => (wanted ? setOpened(true) : closeSoon()),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const matches = matchCountries(search, chosen).slice(0, MAX_SUGGESTIONS);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = (code: string) => {
    onChange(addCountry(chosen, code));
    setSearch('');
    setOpened(false);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput label={label} description={help} onClick={() => combobox.focusTarget()}>
          <Pill.Group>
            {chosen.map((code) => (
              <Pill
                key={code}
                withRemoveButton={code !== ALL}
                removeButtonProps={{
                  'aria-label': t('inputs.remove', { code: nameOfCountry(code) }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(removeCountry(chosen, code))}
              >
                {code === ALL ? ALL : nameOfCountry(code)}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                name={name}
                value={search}
                placeholder={t('inputs.searchByNameOrCode')}
                aria-label={label}
                autoComplete="off"
                onFocus={() => {
                  clearTimeout(timer.current);
                  setOpened(true);
                }}
                onBlur={closeSoon}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  clearTimeout(timer.current);
                  setOpened(true);
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setOpened(false);
                  const last = chosen.at(-1);
                  if (event.key === 'Backspace' && search === '' && last && last !== ALL) {
                    onChange(removeCountry(chosen, last));
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={matches.length === 0}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('inputs.suggestions', { label })}>
          {matches.map(({ code, name: country }) => (
            <Combobox.Option key={code} value={code}>
              {country} <span style={{ color: 'var(--text-dim)' }}>{code}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
