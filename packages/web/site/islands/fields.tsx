// Form fields of the public site: a label that says whether it is required, the control, and its fault beneath it.
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';

interface Described {
  id: string;
  label: string;
  fault: string | undefined;
  /** the word for a field that may stay empty */
  optional?: string;
}

export const faultId = (id: string): string => `${id}-fault`;

export function FieldLabel({ id, label, required, optional }: Omit<Described, 'fault'> & { required?: boolean }) {
  return (
    <label htmlFor={id} id={`${id}-label`}>
      {label}
      {required && <span aria-hidden="true"> *</span>}
      {optional && <small> ({optional})</small>}
    </label>
  );
}

export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className="fault" id={faultId(id)}>
      {text}
    </p>
  );
}

const described = (id: string, fault: string | undefined) => ({
  id,
  'aria-invalid': fault ? true : undefined,
  'aria-describedby': fault ? faultId(id) : undefined,
});

function Field({ children, ...props }: Described & { required?: boolean; children: ReactNode }) {
  return (
    <div className="field">
      <FieldLabel {...props} />
      {children}
      <Fault id={props.id} text={props.fault} />
    </div>
  );
}

type Own<T> = Described & Omit<T, 'id'>;

export function TextField({ id, label, fault, optional, ...rest }: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field id={id} label={label} fault={fault} optional={optional} required={rest.required}>
      <input {...rest} {...described(id, fault)} />
    </Field>
  );
}

export function TextArea({ id, label, fault, optional, ...rest }: Own<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field id={id} label={label} fault={fault} optional={optional} required={rest.required}>
      <textarea {...rest} {...described(id, fault)} />
    </Field>
  );
}

export function SelectField({ id, label, fault, optional, ...rest }: Own<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field id={id} label={label} fault={fault} optional={optional} required={rest.required}>
      <select {...rest} {...described(id, fault)} />
    </Field>
  );
}
