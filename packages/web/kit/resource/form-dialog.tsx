// A short form in a dialog, from a declaration: add and edit screens are this. On success it closes, the list reloads
// and the toast says so.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../words/kit.ts';
import { newIdempotencyKey } from '../api/api.ts';
import { FormModal } from '../dialogs/form-modal.tsx';
import { toast } from '../dialogs/toast.tsx';
import type { FormDeclaration } from '../form/form-declaration.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import type { FormMessage } from '../form/use-form.ts';
import { FailedToLoad } from '../shell/loading.tsx';
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

/** a form that opens with what is stored now rather than with what the list has read */
interface StoredFormDialogDeclaration<Row, Values extends object, Stored>
  extends Omit<FormDialogDeclaration<Row, Values, unknown>, 'form' | 'send'> {
  load: (row: Row | null, context: CallContext) => Promise<Stored>;
  form: (row: Row | null, stored: Stored) => FormDeclaration<Values>;
  send: (values: Values, row: Row | null, context: CallContext, stored: Stored) => Promise<unknown>;
}

const MESSAGE_MS = 900;

/** a dialog of a resource's declaration */
export const formDialog =
  <Row, Values extends object, Reply = unknown>(declaration: FormDialogDeclaration<Row, Values, Reply>) =>
  (props: DialogProps<Row>) => (
    <FormModal opened onClose={props.close} title={titleOf(declaration, props.row)} size={560}>
      <FormOf declaration={declaration} {...props} />
    </FormModal>
  );
export const storedFormDialog =
  <Row, Values extends object, Stored>(declaration: StoredFormDialogDeclaration<Row, Values, Stored>) =>
  (props: DialogProps<Row>) => <StoredFormDialog declaration={declaration} {...props} />;

const titleOf = <Row,>({ title }: { title: string | ((row: Row | null) => string) }, row: Row | null): string =>
  typeof title === 'string' ? title : title(row);

interface StoredFormDialogProps<Row, Values extends object, Stored> extends DialogProps<Row> {
  declaration: StoredFormDialogDeclaration<Row, Values, Stored>;
}

function StoredFormDialog<Row, Values extends object, Stored>({
  declaration: { load, form, send, ...declaration },
  ...props
}: StoredFormDialogProps<Row, Values, Stored>) {
  const { session } = props.tools;
  const title = titleOf(declaration, props.row);
  const answer = useQuery({
    queryKey: ['stored-form', session.token, title, idOf(props.row)],
    queryFn: ({ signal }) => load(props.row, { session, signal }),
    // what stands in the form is what is stored now
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const stored = answer.data;
  return (
    <FormModal opened onClose={props.close} title={title} size={560}>
      {answer.isPending && <Skeleton height={240} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {stored !== undefined && (
        <FormOf
          declaration={{
            ...declaration,
            form: (row) => form(row, stored),
            send: (values, row, context) => send(values, row, context, stored),
          }}
          {...props}
        />
      )}
    </FormModal>
  );
}

interface FormProps<Row, Values extends object, Reply> extends DialogProps<Row> {
  declaration: FormDialogDeclaration<Row, Values, Reply>;
}

const idOf = (row: unknown): string => (typeof row === 'object' && row && 'id' in row ? String(row.id) : '');

function FormOf<Row, Values extends object, Reply>({ declaration, row, close, tools }: FormProps<Row, Values, Reply>) {
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
  const title = titleOf(declaration, row);
  return (
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
  );
}
