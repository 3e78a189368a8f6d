// A multiple choice: a button that opens the list of options, and the chosen ones as chips that can be removed.
import { type UsageType, usageTypes } from '@tributary/contract/site/trial-form';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { Fault, FieldLabel, faultId } from './fields.tsx';
import { isOutside } from './outside.ts';

interface Props {
  id: string;
  label: string;
  placeholder: string;
  removeLabel: string;
  names: Readonly<Record<UsageType, string>>;
  chosen: readonly UsageType[];
  fault: string | undefined;
  onChange: (chosen: UsageType[]) => void;
}

export function UsageTypes({ id, label, placeholder, removeLabel, names, chosen, fault, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (isOutside(root.current, event.target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  const toggle = (value: UsageType) =>
    onChange(usageTypes.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))));
  const remove = (value: UsageType) => {
    toggle(value);
    button.current?.focus();
  };

  return (
    <div className="field multi" ref={root}>
      <FieldLabel id={id} label={label} required />
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => (
            <li key={value} className="chip">
              {names[value]}
              <button
                type="button"
                aria-label={removeLabel.replace('{value}', names[value])}
                onClick={() => remove(value)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        ref={button}
        type="button"
        id={id}
        className="multi-button"
        aria-labelledby={`${id}-label ${id}`}
        aria-expanded={open}
        aria-controls={open ? `${id}-options` : undefined}
        aria-describedby={fault ? faultId(id) : undefined}
        data-invalid={fault ? true : undefined}
        onClick={() => setOpen(!open)}
      >
        {placeholder}
        <Icon name="chevron" size={14} />
      </button>
      {open && (
        <fieldset className="multi-options" id={`${id}-options`} aria-labelledby={`${id}-label`}>
          {usageTypes.map((value) => (
            <label key={value}>
              <input
                type="checkbox"
                name="usageType"
                value={value}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              {names[value]}
            </label>
          ))}
        </fieldset>
      )}
      <Fault id={id} text={fault} />
    </div>
  );
}
