// The contact form: the message goes to the operator, an alert thanks for it, and the form is cleared (the
// specification, Public site). A message that could not be delivered is never thanked for.

import type { contactRoutes } from '@tributary/contract/site/contact';
import {
  checkContact,
  contactCall,
  contactLengths,
  type ContactForm as Form,
} from '@tributary/contract/site/contact-form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { ApiError } from '../../kit/api/api-error.ts';
import { HoneypotField, honeypotOf } from '../../ui/honeypot-field.tsx';
import type { Messages } from '../content/en/index.ts';
import { TextArea, TextField } from './fields.tsx';

/** the route without its schema: the site's bundle carries no validation library */
const sendContact = contactCall as typeof contactRoutes.sendContact;

const empty: Form = { name: '', email: '', company: '', message: '' };

export interface ContactFormProps {
  text: Messages['contact']['form'];
  ok: string;
}

export function ContactForm({ text, ok }: ContactFormProps) {
  const [form, setForm] = useState(empty);
  const [faults, setFaults] = useState<Partial<Record<keyof Form, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [thanked, setThanked] = useState(false);
  const honeypot = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkContact(form);
    setFaults(Object.fromEntries(found.map(({ field, fault }) => [field, text.faults[fault]])));
    setFailure(null);
    if (found[0]) {
      document.getElementById(`contact-${found[0].field}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await call(sendContact, { body: { ...form, ...honeypotOf(honeypot) } });
      setForm(empty);
      setThanked(true);
    } catch (error) {
      const said = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.message : null;
      setFailure(said ?? text.failed);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof Form) => ({
    id: `contact-${name}`,
    name,
    label: text[name],
    value: form[name],
    fault: faults[name],
    maxLength: contactLengths[name],
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value });
      setFaults({ ...faults, [name]: undefined });
      setFailure(null);
    },
  });

  return (
    <>
      {/* method=dialog: before the script has taken over, a submit does nothing rather than put the text into the URL */}
      <form className="form card" method="dialog" noValidate onSubmit={submit}>
        <h2>{text.heading}</h2>
        <TextField {...field('name')} required autoComplete="name" />
        <TextField {...field('email')} required type="email" autoComplete="email" />
        <TextField {...field('company')} optional={text.optional} autoComplete="organization" />
        <TextArea {...field('message')} required rows={6} />
        <HoneypotField input={honeypot} />
        {failure && (
          <p className="notice bad" role="alert">
            {failure}
          </p>
        )}
        <button type="submit" className="button" disabled={busy}>
          {busy ? text.submitting : text.submit}
        </button>
      </form>
      {thanked && <Thanks text={text.thanks} ok={ok} onClose={() => setThanked(false)} />}
    </>
  );
}

function Thanks({ text, ok, onClose }: { text: string; ok: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="alert-dialog" role="alertdialog" aria-labelledby="contact-thanks" onClose={onClose}>
      <p id="contact-thanks">{text}</p>
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        {ok}
      </button>
    </dialog>
  );
}
