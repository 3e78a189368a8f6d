// A session may end while an offer is being typed. What was typed is kept in this window, for this person and this place, and
// offered back after signing in; it is dropped once it was answered for.
import { useEffect, useRef, useState } from 'react';
import { reportError } from '../../../kit/report-error.ts';
import { readSession } from '../../../kit/session.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import type { OfferDraft } from './draft.ts';

export interface TypedWork {
  fields: Partial<OfferDraft>;
  /** rows of the lists beside the form, by the list's name */
  lists: Record<string, object[]>;
}
export interface KeptWork extends TypedWork {
  /** unix seconds */
  at: number;
}

function read(key: string): KeptWork | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptWork | null;
  } catch (cause) {
    reportError(`The stored ${key} is unreadable`, cause);
    return null;
  }
}

export function useKeptWork(place: string, unsaved: boolean, typed: () => TypedWork) {
  const { session } = useSession();
  const key = `typed:${session.user.id}:${place}`;
  const [work, setWork] = useState(() => read(key));
  const latest = useRef({ unsaved, typed });
  useEffect(() => {
    latest.current = { unsaved, typed };
  });
  useEffect(
    () => () => {
      const hasEnded = readSession(session.role)?.token !== session.token;
      if (!hasEnded || !latest.current.unsaved) return;
      const kept: KeptWork = { ...latest.current.typed(), at: Math.floor(Date.now() / 1000) };
      sessionStorage.setItem(key, JSON.stringify(kept));
    },
    [key, session],
  );
  const forget = () => {
    sessionStorage.removeItem(key);
    setWork(null);
  };
  return work && { work, forget };
}
