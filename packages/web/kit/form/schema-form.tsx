// A form from its declaration: the message on top, the fields in order, the submit button with its busy label.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldInput } from './field-input.tsx';
import { type FormDeclaration, firstComplaint } from './form-declaration.ts';
import { FormMessage } from './form-message.tsx';
import { KeptTypingAlert } from './kept-work-alert.tsx';
import classes from './schema-form.module.css';
import { type Keep, type FormMessage as Message, useForm } from './use-form.ts';

interface SchemaFormProps<Values extends object> {
  form: FormDeclaration<Values>;
  send: (values: Values) => Promise<Message | undefined>;
  /** beside the submit button: Cancel, Back to Login */
  beside?: ReactNode;
  fullWidth?: boolean;
  /** where several forms of one address have the same words */
  keep?: Pick<Keep<Values>, 'as' | 'dialog'>;
}

export function SchemaForm<Values extends object>({ form, send, beside, fullWidth, keep }: SchemaFormProps<Values>) {
  const secrets = form.fields.filter(({ kind }) => kind === 'password').map(({ name }) => name);
  const { values, message, busy, faulty, set, onSubmit, kept } = useForm(form.initial, {
    check: (entered) => firstComplaint(form, entered),
    sentences: form.sentences,
    keep: form.fields.length > 1 ? { as: form.submit, ...keep, without: secrets } : undefined,
    send,
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <KeptTypingAlert kept={kept} />
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
