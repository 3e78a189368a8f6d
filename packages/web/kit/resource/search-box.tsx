// A list's search. It reports what was typed after a short pause; the slash key puts the cursor here.
import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../../ui/icons.ts';
import classes from './toolbar.module.css';

const TYPING_PAUSE_MS = 250;

interface SearchBoxProps {
  placeholder: string;
  value: string;
  onChange: (q: string) => void;
}

export function SearchBox({ placeholder, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const report = useRef(onChange);
  report.current = onChange;
  useHotkeys([['/', () => input.current?.focus()]]);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const ask = () => {
      // whoever has opened a row's menu meanwhile keeps it; the list under it changes once it is closed
      if (document.querySelector('[role="menu"]')) timer = setTimeout(ask, TYPING_PAUSE_MS);
      else report.current(typed);
    };
    let timer = setTimeout(ask, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // asks at once, and never sends a form that it stands in
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        report.current(typed);
      }}
    />
  );
}
