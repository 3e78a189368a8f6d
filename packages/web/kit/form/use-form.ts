// A form's state as the specification describes it: one message for the whole form, cleared by any edit; busy while the call
// runs; the checks made in order, the first failing sentence shown.
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type FailureSentences, plainSentences, sentenceFor } from '../language/sentence-for.ts';
import { useKeptWork } from './use-kept-work.ts';

export interface FormMessage {
  tone: 'error' | 'success';
  text: string;
}

export interface Complaint<Values> {
  field: keyof Values & string;
  sentence: string;
}

/** under which name a form's typed values are kept, on its own address */
export interface Keep<Values> {
  as: string;
  /** as the person knows it who has to open it again */
  dialog?: string;
  /** secrets */
  without?: readonly (keyof Values & string)[];
}

export interface FormOptions<Values> {
  /** the first thing that is wrong, or null */
  check?: (values: Values) => Complaint<Values> | null;
  sentences?: FailureSentences;
  /** what was typed outlives a session's end; absent where a form is not worth it */
  keep?: Keep<Values> | undefined;
  /** what the submission says when it went well; nothing where the form closes instead */
  send: (values: Values) => Promise<FormMessage | undefined>;
}

export interface Form<Values> {
  values: Values;
  message: FormMessage | null;
  busy: boolean;
  /** the field the message is about, for aria-invalid and focus */
  faulty: (keyof Values & string) | null;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  reset: () => void;
  unsaved: boolean;
  /** what was typed before the session ended */
  kept: KeptTyping | null;
}
export interface KeptTyping {
  at: number;
  bringBack: () => void;
  forget: () => void;
}

export function useForm<Values extends object>(initial: Values, options: FormOptions<Values>): Form<Values> {
  const { check, send, sentences = plainSentences(), keep } = options;
  const [begun] = useState(initial);
  const [values, setValues] = useState(initial);
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [faulty, setFaulty] = useState<Form<Values>['faulty']>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const set: Form<Values>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setMessage(null);
    setFaulty(null);
  };

  const { pathname } = useLocation();
  const changed = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        !keep?.without?.some((secret) => secret === name) &&
        JSON.stringify(value) !== JSON.stringify(Reflect.get(begun, name)),
    ),
  ) as Partial<Values>;
  const place = keep ? { place: `${pathname}#${keep.as}`, dialog: keep.dialog } : null;
  const unsaved = Object.keys(changed).length > 0 && message?.tone !== 'success';
  const kept = useKeptWork(place, unsaved, () => ({ typed: changed }));
  const bringBack = () => {
    setValues((before) => ({ ...before, ...kept?.work.typed }));
    kept?.forget();
  };

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (running.current) return;
    const complaint = check?.(values) ?? null;
    setFaulty(complaint?.field ?? null);
    setMessage(complaint && { tone: 'error', text: complaint.sentence });
    if (complaint) return focusField(form, complaint.field);
    running.current = true;
    setBusy(true);
    try {
      setMessage((await send(values)) ?? null);
    } catch (error) {
      setMessage({ tone: 'error', text: sentenceFor(error, sentences) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const reset = () => {
    setValues(initial);
    setMessage(null);
    setFaulty(null);
  };

  return {
    values,
    message,
    busy,
    faulty,
    set,
    onSubmit,
    reset,
    unsaved,
    kept: kept && { at: kept.work.at, bringBack, forget: kept.forget },
  };
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
