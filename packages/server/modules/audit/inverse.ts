// How a change is taken back. A module that records changes says so for each of its actions: what the object is now, in the words of
// the trail, and how `before` is put back. It is put back by the verbs that people use, in the name of whoever asks.
import type { RouteSpec } from '@tributary/contract';
import { TrailValues } from '@tributary/contract/trail';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';

/** an entry of the trail */
export interface Change {
  id: string;
  action: string;
  objectKind: string;
  objectId: string;
  before: TrailValues | null;
  after: TrailValues | null;
}

export interface Inverse {
  /** the call by which people make such a change: who may make it may take it back. By the kind of account it is about */
  route(accountKind: string | null): RouteSpec;
  /** false: an older release kept too little of it */
  isWhole?(change: Change): boolean;
  /** true: it is taken back on its own page alone */
  hasOwnPage?(change: Change): boolean;
  /** of what the entry changed, how it stands now; null: there is no such thing (any more). Locks what it reads */
  now(tx: Tx, change: Change, call: SignedInCall): Promise<TrailValues | null>;
  back(tx: Tx, call: UndoingCall, change: Change): Promise<unknown>;
}
/** the reader's call, and what a verb needs besides that stands in no module of its own */
export interface UndoingCall extends SignedInCall {
  /** as the settings' route saves a section: with its checks, and where others keep it */
  saveSection(tx: Tx, section: string, saved: { version: number; value: unknown }): Promise<unknown>;
}
export type Inverses = Readonly<Record<string, Inverse>>;

/** as it would stand in the trail */
export const trailForm = (values: object): TrailValues => TrailValues.parse(JSON.parse(JSON.stringify(values)));
