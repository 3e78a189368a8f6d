// URL templates: `https://shop.example/?cid={click_id}&s={source:lower|none}`. Read once (form, snapshot load), filled
// in one pass: a value that looks like a macro stays text, and no macro can reach scheme, host or port.
import { isMacroFunction, type MacroFunction, macroByName } from './macros.ts';

export interface MacroUse {
  token: string;
  functions: MacroFunction[];
  /** stands in for an empty value */
  fallback: string;
  place: 'path' | 'query' | 'fragment';
}

export type TemplatePart = string | MacroUse;

export type TemplateFaultCode =
  | 'not_http'
  | 'bad_host'
  | 'macro_in_host'
  | 'unknown_macro'
  | 'unknown_function'
  | 'raw_outside_query'
  | 'unclosed_brace';

export interface TemplateFault {
  code: TemplateFaultCode;
  /** the piece of the template that is at fault */
  text: string;
}

export interface ParsedTemplate {
  /** "https://shop.example"; empty where the template has no usable one */
  origin: string;
  /** what follows the origin; never empty where the origin is not */
  parts: TemplatePart[];
  faults: TemplateFault[];
  /** tokens in braces that the catalogue does not know; they are never sent literally */
  unknown: string[];
}

/** whether a template may be used for redirects: unknown macros only come out empty, everything else is refused */
export const isUsable = ({ origin }: ParsedTemplate): boolean => origin !== '';

const AUTHORITY = /^(https?):\/\/([^/?#\\]*)/i;

function readOrigin(template: string, faults: TemplateFault[]): { origin: string; rest: string } {
  const nothing = { origin: '', rest: '' };
  const match = AUTHORITY.exec(template);
  if (!match) {
    faults.push({ code: 'not_http', text: template.slice(0, 60) });
    return nothing;
  }
  const authority = match[2] ?? '';
  const plain = `${match[1]?.toLowerCase()}://${authority}`;
  if (/[{}]/.test(authority)) {
    faults.push({ code: 'macro_in_host', text: authority });
    return nothing;
  }
  if (/[@\s]/.test(authority) || !URL.canParse(plain)) {
    faults.push({ code: 'bad_host', text: authority });
    return nothing;
  }
  const rest = template.slice(match[0].length);
  return { origin: new URL(plain).origin, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** what a URL may not hold as it stands, a lone "%" included, percent-encoded; existing escapes are kept */
const escapeText = (text: string): string =>
  text.replaceAll(/[^!#-;=?-[\]_a-z~]|%(?![0-9a-fA-F]{2})/gu, (character) => encode(character));

function readUse(inner: string, place: MacroUse['place'], faults: TemplateFault[], unknown: string[]): MacroUse | null {
  const bar = inner.indexOf('|');
  const [token = '', ...names] = (bar < 0 ? inner : inner.slice(0, bar)).split(':');
  const fallback = bar < 0 ? '' : inner.slice(bar + 1);
  if (!macroByName.has(token)) {
    faults.push({ code: 'unknown_macro', text: `{${inner}}` });
    unknown.push(token);
    return null;
  }
  for (const name of names) {
    if (!isMacroFunction(name)) faults.push({ code: 'unknown_function', text: `{${inner}}` });
    else if (name === 'raw' && place !== 'query') faults.push({ code: 'raw_outside_query', text: `{${inner}}` });
  }
  return { token, functions: names.filter(isMacroFunction), fallback, place };
}

export function parseTemplate(template: string): ParsedTemplate {
  const faults: TemplateFault[] = [];
  const unknown: string[] = [];
  const { origin, rest } = readOrigin(template.trim(), faults);
  const parts: TemplatePart[] = [];
  let place: MacroUse['place'] = 'path';
  const addText = (text: string): void => {
    if (place === 'path' && text.includes('?')) place = 'query';
    if (text.includes('#')) place = 'fragment';
    if (text) parts.push(escapeText(text));
  };
  let at = 0;
  while (at < rest.length) {
    const open = rest.indexOf('{', at);
    const close = open < 0 ? -1 : rest.indexOf('}', open);
    if (close < 0) {
      if (open >= 0) faults.push({ code: 'unclosed_brace', text: rest.slice(open, open + 30) });
      addText(rest.slice(at));
      break;
    }
    addText(rest.slice(at, open));
    const use = readUse(rest.slice(open + 1, close), place, faults, unknown);
    if (use) parts.push(use);
    at = close + 1;
  }
  return { origin, parts, faults, unknown };
}

const UNRESERVED = /^[\w.~-]*$/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const encode = (value: string): string =>
  UNRESERVED.test(value) ? value : encodeURIComponent(value.replaceAll(LONE_SURROGATE, '\ufffd'));

/** `:raw`: the value is believed to be encoded already; what would end or split the parameter is taken out */
const encodeRaw = (value: string): string =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
    .replaceAll(/[\u0000-\u001f\u007f&#]/g, '')
    .replaceAll(/[^!$-;=?-[\]_a-z~]/gu, (character) => encode(character));

/** digests come from outside: the contract runs in browsers too */
export type Digest = (algorithm: 'md5' | 'sha1' | 'sha256', text: string) => string;

/** how to read one token's value from whatever the caller has at hand; null where it has none at all */
export type Resolver<Source> = (token: string) => ((source: Source) => string) | null;

const apply = (name: MacroFunction, value: string, digest: Digest): string => {
  if (name === 'upper') return value.toUpperCase();
  if (name === 'lower') return value.toLowerCase();
  return name === 'raw' ? value : digest(name, value);
};

function compileUse<Source>(use: MacroUse, resolver: Resolver<Source>, digest: Digest): (source: Source) => string {
  const read = resolver(use.token) ?? (() => '');
  const raw = use.place === 'query' && use.functions.includes('raw');
  const finish = raw ? encodeRaw : encode;
  const fallback = finish(use.fallback);
  if (use.functions.length === 0) return (source) => encode(read(source)) || fallback;
  return (source) => {
    let value = read(source);
    if (value === '') return fallback;
    for (const name of use.functions) value = apply(name, value, digest);
    return finish(value);
  };
}

/** a function that fills these parts in one pass; text between macros is joined beforehand */
export function compileParts<Source>(
  parts: readonly TemplatePart[],
  resolver: Resolver<Source>,
  digest: Digest,
): (source: Source) => string {
  const fillers: ((source: Source) => string)[] = [];
  const texts: string[] = [''];
  for (const part of parts) {
    if (typeof part === 'string') texts[fillers.length] += part;
    else {
      fillers.push(compileUse(part, resolver, digest));
      texts.push('');
    }
  }
  return (source) => {
    let filled = texts[0] ?? '';
    for (let at = 0; at < fillers.length; at++) filled += (fillers[at]?.(source) ?? '') + (texts[at + 1] ?? '');
    return filled;
  };
}
