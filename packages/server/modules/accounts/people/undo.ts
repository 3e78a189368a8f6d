// How changes of an account's fields are taken back. What opens or closes an account is no field: that is decided anew, on its page.
import { type AccountKind, accountRoutes, EditAccountBody } from '@tributary/contract';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { type Change, type Inverse, type Inverses, trailForm } from '../../audit/index.ts';
import { requirePerson } from './change-standing.ts';
import { applyEdit, setTags } from './edit-account.ts';
import { kindOfAccount } from './people.repo.ts';

const Fields = EditAccountBody.shape.data.omit({ id: true }).partial();
const Tags = z.array(z.string());

async function personNow(tx: Tx, { objectId }: Pick<Change, 'objectId'>) {
  const kind = await kindOfAccount(tx, objectId);
  if (!kind) throw new Fault('not_found');
  return { kind, person: await requirePerson(tx, kind, objectId, { lock: true }) };
}

const now: Inverse['now'] = async (tx, change) => {
  const { person } = await personNow(tx, change);
  const names = Object.keys(change.after ?? {});
  return trailForm(Object.fromEntries(Object.entries(person).filter(([name]) => names.includes(name))));
};
const routeFor =
  (verb: 'edit' | 'setTags'): Inverse['route'] =>
  (kind) =>
    accountRoutes[`${(kind === 'advertiser' ? 'advertiser' : 'publisher') satisfies AccountKind}s.${verb}`];

export const accountInverses: Inverses = {
  'account.edited': {
    route: routeFor('edit'),
    now,
    back: async (tx, call, change) => {
      const { kind, person } = await personNow(tx, change);
      // checked one by one, as typed: what was not changed is not looked at
      const fields = Fields.parse(change.before);
      const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => name in (change.before ?? {})));
      await applyEdit(tx, call, kind, person.id, kept);
    },
  },
  'account.tagged': {
    route: routeFor('setTags'),
    now,
    back: async (tx, call, change) => {
      const { kind, person } = await personNow(tx, change);
      await setTags(tx, call, kind, person.id, Tags.parse(change.before?.tags));
    },
  },
};
