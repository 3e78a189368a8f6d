// What the reader may do: a route says which section it belongs to and whether it reads or writes, a role which of them it
// opens. What the gate would refuse is not offered. The portals have no sections: whoever is there may do all of it.

import { type FieldClass, type Hideable, meaningOf, withImplied } from '@tributary/contract/accounts/hidden';
import { type Grants, isGranted, needOf } from '@tributary/contract/accounts/sections';
import { unseenIn } from '@tributary/contract/hiding';
import type { RouteSpec } from '@tributary/contract/route';
import { useMemo } from 'react';
import { useSession } from './session-context.ts';

export type Callable = Pick<RouteSpec, 'method' | 'access'> & Parameters<typeof unseenIn>[0];
export type MayCall = (route: Callable) => boolean;

export function mayCall({ method, access }: Callable, grants: Grants | null): boolean {
  if (grants === null || !('section' in access) || access.section === undefined) return true;
  return isGranted(grants, access.section, needOf(method, access.needs));
}

/** without what is hidden from the reader: a column that is blank from end to end tells nobody anything */
export function useUnhidden<C extends { hide?: FieldClass }>(columns: readonly C[]): readonly C[] {
  const { hidden, type } = useSession();
  return useMemo(() => {
    if (hidden.length === 0) return columns;
    const classes = withImplied(hidden);
    const of = type === 'advertiser' ? type : 'publisher';
    return columns.filter(({ hide }) => !hide || !classes.some((one) => one === meaningOf(hide, of)));
  }, [columns, hidden, type]);
}

export const useHides = (name: Hideable): boolean => withImplied(useSession().hidden).includes(name);

/** something that can be done: what it calls, or null where it only shows something */
export interface Verb {
  calls: Callable | null;
}

const isOpen =
  (may: MayCall) =>
  ({ calls }: Verb): boolean =>
    calls === null || may(calls);

const asksForAll = ({ access }: Callable): boolean => access.who === 'session' && access.seesAll === 'required';
const isOwners = ({ access }: Callable): boolean => access.who === 'session' && access.ownerOnly === true;

export function useMay(): MayCall {
  const { role, is_owner: isOwner, hidden } = useSession();
  const grants = role?.sections ?? null;
  const isPartial = role?.sees_all === false;
  return useMemo(
    () => (route) =>
      mayCall(route, grants) &&
      (isOwner || !isOwners(route)) &&
      !(isPartial && asksForAll(route)) &&
      unseenIn(route, hidden) === null,
    [grants, isOwner, isPartial, hidden],
  );
}

/** those of them that the reader's role opens; undefined where none is left */
export function useOpenVerbs<V extends Verb>(verbs: readonly V[] | undefined): readonly V[] | undefined {
  const may = useMay();
  return useMemo(() => {
    const open = verbs?.filter(isOpen(may));
    return open?.length ? open : undefined;
  }, [verbs, may]);
}
