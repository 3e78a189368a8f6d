// What a role hides is hidden in the trail, too, wherever it stands in what was kept: by the words that fields are called, which are
// those of the wire (contract/hiding.ts).
import type { Hideable } from '@tributary/contract';
import { type AccountSide, classOfEntry, meaningOf, withImplied } from '@tributary/contract/hiding';
import type { TrailValues } from '@tributary/contract/trail';
import { hiddenFrom, type Principal } from '../../http/call.ts';

/** what is kept from a reader, of an account of this kind; of anything else, whatever either meaning hides */
export interface Kept {
  hidden: readonly Hideable[];
  sides: readonly AccountSide[];
}

const sidesOf = (accountKind: string | null): readonly AccountSide[] => {
  if (accountKind === 'publisher' || accountKind === 'advertiser') return [accountKind];
  return accountKind === 'admin' ? [] : ['publisher', 'advertiser'];
};

export const keptFrom = (principal: Principal, accountKind: string | null): Kept => ({
  hidden: withImplied(hiddenFrom(principal)),
  sides: sidesOf(accountKind),
});

const isHidden = (name: string, record: object, { hidden, sides }: Kept): boolean => {
  const of = classOfEntry(name, record);
  if (of === null) return false;
  const own = hidden.some((one) => one === of);
  return own || sides.some((side) => hidden.some((one) => one === meaningOf(of, side)));
};

type Value = TrailValues[string];

export function withoutHidden(values: TrailValues | null, kept: Kept): TrailValues | null {
  if (!values || kept.hidden.length === 0) return values;
  const blank = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(blank);
    return typeof value === 'object' && value !== null ? blankIn(value) : value;
  };
  const blankIn = (record: TrailValues): TrailValues =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, isHidden(name, record, kept) ? null : blank(value)]),
    );
  return blankIn(values);
}

/** whether an entry tells of something hidden: who does not see a change does not take it back */
export const tellsHidden = (values: unknown, kept: Kept): boolean => {
  if (kept.hidden.length === 0 || typeof values !== 'object' || values === null) return false;
  return Object.entries(values).some(([name, value]) => isHidden(name, values, kept) || tellsHidden(value, kept));
};

/** an advertiser's name, wherever an entry says it */
export const isUnnamed = ({ hidden }: Kept, accountKind: string | null): boolean =>
  accountKind === 'advertiser' && hidden.includes('advertiser_name');
