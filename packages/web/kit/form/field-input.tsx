// One declared field as an input.
import { Checkbox, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { RemoteMultiSelect } from '../inputs/remote-multi-select.tsx';
import type { Field } from './form-declaration.ts';
import { PasswordField } from './password-field.tsx';
import classes from './schema-form.module.css';

interface FieldInputProps<Values> {
  field: Field<Values>;
  value: unknown;
  set: (value: unknown) => void;
  faulty: boolean;
  nativeRequired: boolean;
}

export function FieldInput<Values>({ field, value, set, faulty, nativeRequired }: FieldInputProps<Values>) {
  const shared = {
    name: field.name,
    label: field.label,
    description: field.help,
    required: nativeRequired && field.required,
    withAsterisk: field.required,
    error: faulty,
    'aria-invalid': faulty || undefined,
  };
  const typed = {
    ...shared,
    placeholder: field.placeholder,
    autoComplete: field.autoComplete,
    value: typeof value === 'string' ? value : '',
  };
  switch (field.kind) {
    case 'text':
    case 'email':
    case 'date':
    case 'color':
      return <TextInput {...typed} type={field.kind} onChange={(event) => set(event.currentTarget.value)} />;
    case 'password':
      return <PasswordField {...typed} onChange={(event) => set(event.currentTarget.value)} />;
    case 'textarea':
      return <Textarea {...typed} autosize minRows={3} onChange={(event) => set(event.currentTarget.value)} />;
    case 'number':
      return <NumberInput {...typed} value={typeof value === 'number' ? value : ''} onChange={set} />;
    case 'switch':
      return (
        <Switch
          name={field.name}
          label={field.label}
          description={field.help}
          error={faulty}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          name={field.name}
          label={field.content ?? field.label}
          description={field.help}
          error={faulty}
          required={nativeRequired && field.required}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'choices':
      return (
        <Checkbox.Group
          label={field.label}
          description={field.help}
          withAsterisk={field.required}
          error={faulty}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={set}
        >
          <div className={classes.choices}>
            {field.options.map((option) => (
              <Checkbox key={option.value} name={field.name} value={option.value} label={option.label} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'select':
      return <Select {...typed} data={[...field.options]} searchable={field.searchable} onChange={set} />;
    case 'found':
      return (
        <RemoteMultiSelect
          {...shared}
          placeholder={field.placeholder}
          of={field.of}
          load={field.load}
          known={field.options}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={set}
        />
      );
    case 'multiselect':
      return (
        <MultiSelect
          {...shared}
          placeholder={field.placeholder}
          data={[...field.options]}
          searchable={field.searchable}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={set}
        />
      );
  }
}
