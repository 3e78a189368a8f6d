// What the contract and the server say is English, and is its own key here: "Pending", or a fault's sentence. What no
// translator has seen yet stays as it was said. English has no such catalogue, so nobody who reads English loads one.
import { type Language, onLanguage } from './words.ts';

type Phrases = Readonly<Record<string, string>>;
type Translations = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Phrases }>>>;

interface Pattern {
  shape: RegExp;
  names: string[];
  text: string;
}

const labels = new Map<string, string>();
const faults = new Map<string, string>();
let patterns: Pattern[] = [];

/** a label, a status, a unit: a word of the contract that a screen shows */
export const said = (text: string): string => labels.get(text) ?? text;

/** a sentence of the server's, with the values that stand in it */
export function saidByServer(sentence: string): string {
  const known = faults.get(sentence);
  if (known !== undefined) return known;
  for (const { shape, names, text } of patterns) {
    const found = shape.exec(sentence);
    if (!found) continue;
    return names.reduce((filled, name, at) => filled.replace(`{{${name}}}`, said(found[at + 1] ?? '')), text);
  }
  return said(sentence);
}

const fill = (phrases: Map<string, string>, translations: Translations, afterwards?: () => void) =>
  onLanguage(async (language) => {
    const found = language === 'en' ? {} : (await translations[language]()).default;
    phrases.clear();
    for (const [english, text] of Object.entries(found)) phrases.set(english, text);
    afterwards?.();
  });

export const fillLabels = (translations: Translations) => fill(labels, translations);

export const fillFaults = (translations: Translations) =>
  fill(faults, translations, () => {
    patterns = [...faults]
      .filter(([english]) => english.includes('{{'))
      // the one that says most first: "{{a}} of {{b}}" would fit nearly everything
      .sort(([one], [other]) => plainLength(other) - plainLength(one))
      .map(([english, text]) => ({ ...shapeOf(english), text }));
  });

const plainLength = (english: string): number => english.replaceAll(/\{\{\w+\}\}/g, '').length;

function shapeOf(english: string): { shape: RegExp; names: string[] } {
  const names: string[] = [];
  const source = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    names.push(name);
    return '([\\s\\S]+)';
  });
  return { shape: new RegExp(`^${source}$`), names };
}
