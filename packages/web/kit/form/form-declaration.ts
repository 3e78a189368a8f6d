// A form as data: its fields in reading order, the schema that checks them, its words, and what it sends.
import '@tributary/contract/plain-words';
import type { ReactNode } from 'react';
import { saidByServer } from '../../words/said.ts';
import type { FailureSentences } from '../language/sentence-for.ts';
import type { CallContext } from '../resource/declaration.ts';
import type { Complaint } from './use-form.ts';

interface FieldBase<Values> {
  name: keyof Values & string;
  label: string;
  placeholder?: string;
  help?: string;
  required?: boolean;
  /** two half-width fields share a line */
  half?: boolean;
  autoComplete?: string;
}

export interface Option {
  value: string;
  label: string;
}

export type FindOptions = (search: string, context: CallContext) => Promise<Option[]>;

export type Field<Values> = FieldBase<Values> &
  (
    | { kind: 'text' | 'email' | 'password' | 'textarea' | 'number' | 'date' | 'color' | 'switch' }
    /** `content` is the label with a link in it */
    | { kind: 'checkbox'; content?: ReactNode }
    | { kind: 'select' | 'multiselect'; options: readonly Option[]; searchable?: boolean }
    /** several of many, found by typing; `options` are those that it opens with, `of` names the query cache */
    | { kind: 'found'; options: readonly Option[]; of: string; load: FindOptions }
    /** several of a few: boxes, all in sight */
    | { kind: 'choices'; options: readonly Option[] }
  );

/** what a schema library offers to everyone (Standard Schema); zod's schemas do */
export interface Schema<Values> {
  '~standard': {
    validate: (value: unknown) => SchemaResult<Values> | Promise<SchemaResult<Values>>;
  };
}
type SchemaResult<Values> =
  | { value: Values; issues?: undefined }
  | { issues: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }[] };

export interface FormDeclaration<Values extends object> {
  fields: readonly Field<Values>[];
  initial: Values;
  /** checked before sending; the first failing sentence, in the order of `fields`, is the form's message */
  schema?: Schema<unknown>;
  /** in place of a schema, where the sentences depend on the reader's language */
  check?: (values: Values) => Complaint<Values> | null;
  /** the browser itself asks for the required fields (the specification's "browser level") instead of a sentence of ours */
  nativeRequired?: boolean;
  /** said under the fields, of what is typed so far */
  note?: (values: Values) => ReactNode;
  submit: string;
  busy: string;
  sentences?: FailureSentences;
}

/** the first complaint in the order in which the fields stand */
export function firstComplaint<Values extends object>(
  { fields, schema, check }: Pick<FormDeclaration<Values>, 'fields' | 'schema' | 'check'>,
  values: Values,
): Complaint<Values> | null {
  if (check) return check(values);
  const result = schema?.['~standard'].validate(values);
  if (result instanceof Promise) throw new Error('a form is checked at once, not later');
  if (!result?.issues) return null;
  for (const { name } of fields) {
    const issue = result.issues.find(({ path }) => keyOf(path?.[0]) === name);
    if (issue) return { field: name, sentence: saidByServer(issue.message) };
  }
  const [other] = result.issues;
  const [first] = fields;
  return other && first ? { field: first.name, sentence: saidByServer(other.message) } : null;
}

const keyOf = (segment: PropertyKey | { key: PropertyKey } | undefined): PropertyKey | undefined =>
  typeof segment === 'object' ? segment.key : segment;
