// A short form in a dialog, from a declaration: add and edit screens are this. On success it closes, the list reloads
// and the toast says so.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../words/kit.ts';
import { newIdempotencyKey } from '../api/api.ts';
import { FormModal } from '../dialogs/form-modal.tsx';
import { toast } from '../dialogs/toast.tsx';
import type { FormDeclaration } from '../form/form-declaration.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import type { FormMessage } from '../form/use-form.ts';
import type { CallContext, DialogProps } from './declaration.ts';

interface FormDialogDeclaration<Row, Values extends object, Reply> {
  title: string | ((row: Row | null) => string);
  form: (row: Row | null) => FormDeclaration<Values>;
  /** false: the reader thought better of it on the way, and the dialog stays as it was typed */
  send: (values: Values, row: Row | null, context: CallContext) => Promise<Reply>;
  /** asked before it is sent; where the answer is no, the dialog stays as it was typed */
  confirm?: (values: Values) => Promise<boolean>;
  /** shown in the form for a moment before the dialog closes */
  message?: string;
  /** the toast after it closed */
  success: string;
  /** the page that shows what has begun */
  leadsTo?: (reply: Reply) => string;
}

const MESSAGE_MS = 900;

/** a dialog of a resource's declaration */
export const formDialog =
  <Row, Values extends object, Reply = unknown>(declaration: FormDialogDeclaration<Row, Values, Reply>) =>
  (props: DialogProps<Row>) => <FormDialog declaration={declaration} {...props} />;

interface FormDialogProps<Row, Values extends object, Reply> extends DialogProps<Row> {
  declaration: FormDialogDeclaration<Row, Values, Reply>;
}

const idOf = (row: unknown): string => (typeof row === 'object' && row && 'id' in row ? String(row.id) : '');

function FormDialog<Row, Values extends object, Reply>({
  declaration,
  row,
  close,
  tools,
}: FormDialogProps<Row, Values, Reply>) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const submit = async (values: Values): Promise<FormMessage | undefined> => {
    if (declaration.confirm && !(await declaration.confirm(values))) return undefined;
    const reply = await declaration.send(values, row, { session: tools.session, idempotencyKey });
    if (reply === false) return undefined;
    const finish = () => {
      close();
      toast.success(declaration.success);
      if (declaration.leadsTo) tools.go(declaration.leadsTo(reply));
    };
    void tools.reload();
    if (!declaration.message) {
      finish();
      return undefined;
    }
    setTimeout(finish, MESSAGE_MS);
    return { tone: 'success', text: declaration.message } as const;
  };
  const title = typeof declaration.title === 'string' ? declaration.title : declaration.title(row);
  return (
    <FormModal opened onClose={close} title={title} size={560}>
      <SchemaForm
        form={declaration.form(row)}
        send={submit}
        keep={{ as: `${title}#${idOf(row)}`, dialog: title }}
        beside={
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}
