// Everything that a role gives: sections, whose rows, and which classes of fields it blanks. One role reaches no further than
// another where it does so in none of the three; nobody makes or gives a role that reaches further than his own.
import { type HiddenClass, hiddenClasses, hiddenClassNames } from './hidden.ts';
import { type Scope, type ScopeKind, scopeKinds } from './scope.ts';
import { type Grants, isGranted, type Need, needs, type Section, sectionNames, sections } from './sections.ts';

export interface Powers {
  grants: Grants;
  scope: Scope;
  hidden: readonly HiddenClass[];
}

/** what one role gives beyond another, part by part */
export type Beyond =
  | { kind: 'section'; section: Section; need: Need }
  | { kind: 'scope'; of: ScopeKind }
  | { kind: 'field'; field: HiddenClass };

const sectionsBeyond = (wanted: Powers, held: Powers): Beyond[] =>
  sectionNames.flatMap((section) => {
    const need = needs.findLast((one) => isGranted(wanted.grants, section, one));
    return need === undefined || isGranted(held.grants, section, need)
      ? []
      : [{ kind: 'section' as const, section, need }];
  });

export const beyond = (wanted: Powers, held: Powers): Beyond[] => [
  ...sectionsBeyond(wanted, held),
  ...scopeKinds
    .filter((of) => wanted.scope[of] === 'all' && held.scope[of] !== 'all')
    .map((of) => ({ kind: 'scope' as const, of })),
  ...hiddenClassNames
    .filter((field) => held.hidden.includes(field) && !wanted.hidden.includes(field))
    .map((field) => ({ kind: 'field' as const, field })),
];

/** all accounts, and everything of them */
export const seesAll = ({ scope, hidden }: Pick<Powers, 'scope' | 'hidden'>): boolean =>
  hidden.length === 0 && scopeKinds.every((of) => scope[of] === 'all');

export const isWithin = (wanted: Powers, held: Powers): boolean => beyond(wanted, held).length === 0;

const scopeWords = { publishers: 'all publishers', advertisers: 'all advertisers' } as const;
const wordsOf = (part: Beyond): string => {
  if (part.kind === 'section') return `${sections[part.section]} (${part.need})`;
  return part.kind === 'scope' ? scopeWords[part.of] : hiddenClasses[part.field];
};

/** the first few: a sentence, not a list of everything */
const NAMED = 3;
export const beyondRefusal = (parts: readonly Beyond[]): string => {
  const named = parts.slice(0, NAMED).map(wordsOf).join(', ');
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : '';
  return `Nobody grants what they lack, and your own role does not have: ${named}${more}. Please leave it out, or ask the owner of this workspace.`;
};
