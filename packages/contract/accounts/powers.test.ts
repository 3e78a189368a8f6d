// "Nobody grants what they lack" is an order of roles: what holds for every order is tried on random ones, with a printed seed.
import { expect, test } from 'vitest';
import { hiddenClassNames } from './hidden.ts';
import { beyond, beyondRefusal, isWithin, type Powers } from './powers.ts';
import { rolePresets } from './roles.ts';
import { ownScope, scopeReaches, wholeScope } from './scope.ts';
import { isGranted, needs, sectionNames } from './sections.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
function randomFrom(start: number) {
  let state = start;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
const random = randomFrom(seed);
const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const someRole = (): Powers => ({
  grants: Object.fromEntries(sectionNames.flatMap((section) => (random(3) === 0 ? [] : [[section, one(needs)]]))),
  scope: { publishers: one(scopeReaches), advertisers: one(scopeReaches) },
  hidden: hiddenClassNames.filter(() => random(3) === 0),
});
/** what both give */
const meet = (a: Powers, b: Powers): Powers => ({
  grants: Object.fromEntries(
    sectionNames.flatMap((section) => {
      const need = needs.findLast(
        (level) => isGranted(a.grants, section, level) && isGranted(b.grants, section, level),
      );
      return need && section !== 'self' ? [[section, need]] : [];
    }),
  ),
  scope: {
    publishers: a.scope.publishers === 'all' ? b.scope.publishers : 'assigned',
    advertisers: a.scope.advertisers === 'all' ? b.scope.advertisers : 'assigned',
  },
  hidden: hiddenClassNames.filter((field) => a.hidden.includes(field) || b.hidden.includes(field)),
});
const owner: Powers = { grants: rolePresets.owner.grants, scope: wholeScope, hidden: [] };
const nothing: Powers = { grants: {}, scope: ownScope, hidden: hiddenClassNames };

test(`roles are ordered: 2,000 random triples, seed ${seed}`, () => {
  for (let round = 0; round < 2_000; round++) {
    const [a, b, c] = [someRole(), someRole(), someRole()];
    expect(isWithin(a, a)).toBe(true);
    expect(isWithin(a, owner)).toBe(true);
    expect(isWithin(nothing, a)).toBe(true);
    if (isWithin(a, b) && isWithin(b, c)) expect(isWithin(a, c)).toBe(true);
    const both = meet(a, b);
    expect([isWithin(both, a), isWithin(both, b)]).toEqual([true, true]);
    if (isWithin(c, a) && isWithin(c, b)) expect(isWithin(c, both)).toBe(true);
    // whatever is beyond can be seen or done by the one and not by the other
    for (const part of beyond(a, b)) {
      if (part.kind === 'section') {
        expect(isGranted(a.grants, part.section, part.need)).toBe(true);
        expect(isGranted(b.grants, part.section, part.need)).toBe(false);
      } else if (part.kind === 'scope') expect([a.scope[part.of], b.scope[part.of]]).toEqual(['all', 'assigned']);
      else expect([a.hidden.includes(part.field), b.hidden.includes(part.field)]).toEqual([false, true]);
    }
  }
});

test('a refusal names the first few parts that are missing', () => {
  const blinded: Powers = { grants: { team: 'write', offers: 'read' }, scope: ownScope, hidden: ['revenue'] };
  expect(beyondRefusal(beyond({ grants: { offers: 'write' }, scope: ownScope, hidden: ['revenue'] }, blinded))).toBe(
    'Nobody grants what they lack, and your own role does not have: Offers (write). Please leave it out, or ask the owner of this workspace.',
  );
  const wanted: Powers = { grants: { offers: 'write' }, scope: wholeScope, hidden: [] };
  expect(beyondRefusal(beyond(wanted, blinded))).toContain(
    'Offers (write), all publishers, all advertisers and 1 more.',
  );
});
