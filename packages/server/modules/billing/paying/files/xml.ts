// XML as banks send it, and no more: elements, attributes, text. A document type, an entity of one's own or a processing
// instruction is refused, so nothing outside the file is ever read and no text grows; depth and number of elements have bounds.

export interface XmlElement {
  /** without its prefix */
  name: string;
  /** of the innermost default declaration, or of its prefix */
  namespace: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
}

export class XmlFault extends Error {}

const MAX_DEPTH = 32;
export const MAX_ELEMENTS = 1_000_000;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const isCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));

function plain(text: string): string {
  return text.replaceAll(/&([^;&]{0,12});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new XmlFault('The file has an & that stands for nothing.');
    const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (known !== undefined) return known;
    const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : -1;
    if (!isCharacter(code)) throw new XmlFault('The file has an entity of its own, which is not taken.');
    return String.fromCodePoint(code);
  });
}

export function readXml(source: string): XmlElement {
  const text = source.replace(/^﻿/, '').replace(/^\s*<\?xml\s[^?>]*\?>/, '');
  const root: XmlElement = { name: '', namespace: '', attributes: new Map(), children: [], text: '' };
  const open: { element: XmlElement; tag: string; prefixes: ReadonlyMap<string, string> }[] = [
    { element: root, tag: '', prefixes: new Map() },
  ];
  let elements = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const place = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    const here = open.at(-1);
    if (!token || !here) throw new XmlFault(`The file is not plain XML at line ${lineAt(text, place)}.`);
    const [whole, closing, opening, attributes = '', empty] = token;
    if (whole.startsWith('<!--')) continue;
    if (closing !== undefined) {
      if (open.length === 1 || here.tag !== closing) {
        throw new XmlFault(`At line ${lineAt(text, place)} </${closing}> ends what was not begun.`);
      }
      open.pop();
    } else if (opening !== undefined) {
      if (++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw new XmlFault('The file has too many elements.');
      const { element, prefixes } = elementOf(opening, attributes, here.prefixes);
      here.element.children.push(element);
      if (!empty) open.push({ element, tag: opening, prefixes });
    } else {
      here.element.text += whole.startsWith('<![CDATA[') ? whole.slice(9, -3) : plain(whole);
    }
  }
  const [only, ...more] = root.children;
  if (open.length > 1) throw new XmlFault(`The file ends before </${open.at(-1)?.tag}>: it is cut off.`);
  if (!only || more.length > 0 || root.text.trim() !== '') throw new XmlFault('The file is not one XML document.');
  return only;
}

function elementOf(tag: string, text: string, outer: ReadonlyMap<string, string>) {
  const attributes = new Map<string, string>();
  const prefixes = new Map(outer);
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new XmlFault(`<${tag}> says ${name} twice.`);
    const value = plain(double ?? single ?? '');
    attributes.set(name, value);
    if (name === 'xmlns') prefixes.set('', value);
    else if (name.startsWith('xmlns:')) prefixes.set(name.slice(6), value);
  }
  const [local = '', prefix = ''] = tag.split(':').reverse();
  const element: XmlElement = {
    name: local,
    namespace: prefixes.get(prefix) ?? '',
    attributes,
    children: [],
    text: '',
  };
  return { element, prefixes };
}

const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length;

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);
/** the first that the path leads to */
export function find(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | null =>
  find(element, ...path)?.text.trim() || null;

export const escapeXml = (text: string): string => text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
