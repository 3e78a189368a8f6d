// The variables of a mail: named for templates, made plain before any template sees them. Three are no plain texts: the button, its
// address and the lines. A template can place them; what they become is decided here.
import { inWords, type Language, type Sentence, valuesIn } from '../../words/sentences.ts';
import { eventOf } from './events.ts';
import { oneLine, plainName } from './plain-name.ts';
import { type MailLine, type MailName, type MailValues, nameIn } from './templates.ts';

/** private-use characters: no value and no template holds one, so what stands between two of them is ours */
const MARK = '\uE000';
export const placed = { button: `${MARK}button${MARK}`, address: `${MARK}address${MARK}`, link: `${MARK}link${MARK}` };

export class Button {
  readonly label: string;
  constructor(label: string) {
    this.label = label;
  }
  /** what a filter makes of it is words, and no button */
  toString(): string {
    return this.label;
  }
}
export class Address {
  toString(): string {
    return '';
  }
}
export class Details {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    this.lines = lines;
  }
  toString(): string {
    return this.lines.join(', ');
  }
}

export type Variables = Readonly<Record<string, string | number | null | Button | Address | Details>>;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** in the order in which a person looks for them */
export function variableNames(name: MailName): string[] {
  const { lines, action } = eventOf(name);
  return [
    ...new Set([
      'brand',
      'first_name',
      ...lines.flatMap(valuesIn).map(snake),
      ...(lines.length > 0 ? ['details'] : []),
      ...(action ? ['button', 'link'] : []),
    ]),
  ];
}
/** what opens a door, and what is more than a line, has no place in a subject */
export const subjectVariables = (name: MailName): string[] =>
  variableNames(name).filter((one) => !['details', 'button', 'link'].includes(one));

const say = (language: Language, line: string | Sentence): string =>
  typeof line === 'string' ? line : inWords(language, line);

export const lineText = (language: Language, line: MailLine): string =>
  typeof line === 'object' && 'verbatim' in line
    ? oneLine(say(language, line.verbatim))
    : plainName(say(language, line));

function valuesOf(language: Language, line: MailLine): [string, string | number][] {
  const keeps = typeof line === 'object' && 'verbatim' in line;
  const said = keeps ? line.verbatim : line;
  if (typeof said === 'string') return [];
  return Object.entries(said.values).map(([name, value]) => [
    snake(name),
    typeof value === 'number' ? value : (keeps ? oneLine : plainName)(say(language, value)),
  ]);
}

/** every variable of the event; what this mail does not say is null, which a template can ask for */
export function variablesOf(name: MailName, values: MailValues, language: Language): Variables {
  const { lines = [], action } = values;
  const said = Object.fromEntries(lines.flatMap((line) => valuesOf(language, line)));
  const all: Variables = {
    ...said,
    brand: plainName(values.brand),
    first_name: nameIn(values.firstName),
    details: lines.length > 0 ? new Details(lines.map((line) => lineText(language, line))) : null,
    button: action ? new Button(inWords(language, action.label)) : null,
    link: action ? new Address() : null,
  };
  return Object.fromEntries(variableNames(name).map((one) => [one, all[one] ?? null]));
}
