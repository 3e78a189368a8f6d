// A form from its declaration: the message on top, the fields in order, the submit button with its busy label.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldInput } from './field-input.tsx';
import { type FormDeclaration, firstComplaint } from './form-declaration.ts';
import { FormMessage } from './form-message.tsx';
import classes from './schema-form.module.css';
import { type FormMessage as Message, useForm } from './use-form.ts';

interface SchemaFormProps<Values extends object> {
  form: FormDeclaration<Values>;
  send: (values: Values) => Promise<Message | undefined>;
  /** beside the submit button: Cancel, Back to Login */
  beside?: ReactNode;
  fullWidth?: boolean;
}

export function SchemaForm<Values extends object>({ form, send, beside, fullWidth }: SchemaFormProps<Values>) {
  const { values, message, busy, faulty, set, onSubmit } = useForm(form.initial, {
    check: (entered) => firstComplaint(form, entered),
    sentences: form.sentences,
    send,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <FormMessage message={message} />
      <div className={classes.fields}>
        {form.fields.map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <FieldInput
              field={field}
              value={values[field.name]}
              set={(value) => set(field.name, value as Values[typeof field.name])}
              faulty={faulty === field.name}
              nativeRequired={form.nativeRequired ?? false}
            />
          </div>
        ))}
      </div>
      {form.note && <div role="status">{form.note(values)}</div>}
      <Group justify="flex-end" gap="xs" className={fullWidth ? classes.stacked : undefined}>
        {!fullWidth && beside}
        <Button type="submit" disabled={busy} fullWidth={fullWidth} h={fullWidth ? 40 : undefined}>
          {busy ? form.busy : form.submit}
        </Button>
        {fullWidth && beside}
      </Group>
    </form>
  );
}
