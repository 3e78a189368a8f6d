// A session may end while something is being typed. What was typed is kept in this window, for this person and this place,
// and offered back after signing in; it is dropped once it was answered for.
import { use, useEffect, useRef, useState } from 'react';
import { readSession } from '../api/session.ts';
import { reportError } from '../pages/report-error.ts';
import { SessionContext } from '../shell/session-context.ts';

interface Stamp {
  /** unix seconds */
  at: number;
  /** the dialog that must be opened again to find it; none for what stands on its screen by itself */
  dialog?: string | undefined;
}
export type KeptWork<Work> = Work & Stamp;

export interface Place {
  /** the same after signing in again, and another for another record */
  place: string;
  dialog?: string | undefined;
}

const prefixOf = (userId: string): string => `typed:${userId}:`;

function read<Work>(key: string | null): KeptWork<Work> | null {
  if (key === null) return null;
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptWork<Work> | null;
  } catch (cause) {
    reportError(`The stored ${key} is unreadable`, cause);
    return null;
  }
}

/** the dialogs of this person in which something was typed when his session ended */
export const dialogsKept = (userId: string): string[] =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefixOf(userId)))
    .flatMap((key) => read(key)?.dialog ?? []);

/** nothing is kept without a place, nor for whoever is not signed in to a portal */
export function useKeptWork<Work extends object>(where: Place | null, unsaved: boolean, typed: () => Work) {
  const session = use(SessionContext)?.session;
  const key = where && session?.token ? `${prefixOf(session.user.id)}${where.place}` : null;
  const [work, setWork] = useState(() => read<Work>(key));
  const latest = useRef({ unsaved, typed, dialog: where?.dialog });
  useEffect(() => {
    latest.current = { unsaved, typed, dialog: where?.dialog };
  });
  useEffect(
    () => () => {
      if (key === null || !session) return;
      const hasEnded = readSession(session.role)?.token !== session.token;
      if (!hasEnded || !latest.current.unsaved) return;
      const stamp: Stamp = { at: Math.floor(Date.now() / 1000), dialog: latest.current.dialog };
      sessionStorage.setItem(key, JSON.stringify({ ...latest.current.typed(), ...stamp }));
    },
    [key, session],
  );
  const forget = () => {
    if (key !== null) sessionStorage.removeItem(key);
    setWork(null);
  };
  return work && { work, forget };
}
