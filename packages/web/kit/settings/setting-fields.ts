// A section's inputs from its declaration (contract/settings.ts): the schema says what a setting holds, and with it how it is
// entered; the screen says what it is called.
import type { SettingsName, SettingsOf } from '@tributary/contract/settings';
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import { EMPTY } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import type { Field } from '../form/form-declaration.ts';
import { timeZoneOptions } from '../inputs/time-zones.ts';

export interface SettingWords {
  label: string;
  help?: string;
  /** the words of a closed list, each as people read it */
  options?: Readonly<Record<string, string>>;
  /** what is more than one input: drawn by the screen itself, and told in one line by the history */
  own?: { input: (props: OwnInput) => ReactNode; text: (value: unknown) => string };
}

export interface OwnInput {
  value: unknown;
  set: (value: unknown) => void;
  disabled: boolean;
}

/** what a screen says of some section */
export interface AnySectionWords {
  title: string;
  text?: string;
  settings: Readonly<Record<string, SettingWords>>;
  /** what it would look like as entered, beside the inputs */
  preview?: ComponentType<{ values: SettingValues }>;
  /** once a save has succeeded */
  saved?: () => void;
}
/** what a screen says of a section; a setting without words does not compile */
export interface SectionWords<Name extends SettingsName> extends AnySectionWords {
  settings: { readonly [Setting in keyof SettingsOf<Name> & string]: SettingWords };
}

export type SettingValues = Readonly<Record<string, unknown>>;

/** a text that is more than a text says so: `z.string().meta({ input: 'zone' })` */
const inputOf = (schema: z.ZodType): unknown => schema.meta()?.input;

export function settingField(
  name: string,
  schema: z.ZodType,
  words: SettingWords,
  value: unknown,
): Field<SettingValues> {
  const { label, help } = words;
  const base = { name, label, help };
  switch (schema.def.type) {
    case 'boolean':
      return { ...base, kind: 'switch' };
    case 'number':
      return { ...base, kind: 'number' };
    case 'enum':
      return { ...base, kind: 'select', options: choicesOf(schema, words) };
    case 'string':
      if (inputOf(schema) === 'zone') {
        return { ...base, kind: 'select', searchable: true, options: timeZoneOptions(String(value)) };
      }
      if (inputOf(schema) === 'lines') return { ...base, kind: 'textarea' };
      return { ...base, kind: inputOf(schema) === 'color' ? 'color' : 'text' };
    default:
      throw new Error(`the setting ${name} holds a ${schema.def.type}, for which there is no input`);
  }
}

const choicesOf = (schema: z.ZodType, { options = {} }: SettingWords) => {
  const values = 'options' in schema && Array.isArray(schema.options) ? schema.options.map(String) : [];
  return values.map((value) => ({ value, label: options[value] ?? value }));
};

/** as a history tells it */
export function settingText(value: unknown, { options = {}, own }: SettingWords): string {
  if (own) return own.text(value) || EMPTY;
  if (typeof value === 'boolean') return value ? t('settings.yes') : t('settings.no');
  const text = String(value ?? '');
  return (options[text] ?? text) || EMPTY;
}
