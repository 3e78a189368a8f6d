// How an advertiser's calls are read where they differ from what we ask for: its names for our parameters, its words for our
// goals, its way of writing amounts. Pure and zod-free: the tracker, the judge and "Check a postback" read calls by it. It says how
// a call is read and never who may speak: proofs are taken of what was sent, to the letter.
import { Query } from './call-query.ts';
import type { ClickIdFields } from './click-id.ts';
import { type ReceiptCall, receiptQuery } from './receipt-check.ts';
import { type NumberFormat, plainText, type ReceiptText, readFormatted, receiptTexts } from './receipt-rules.ts';

export interface PostbackMapping {
  /** ours, by the name that they send */
  parameters: Readonly<Record<string, ReceiptText>>;
  /** our token, by the word that they send; '' is the default goal */
  goals: Readonly<Record<string, string>>;
  /** null: as we write them, `1234.56` */
  numbers: NumberFormat | null;
}

/** what proves a call, or names something else of ours, is never an alias */
const reserved: readonly string[] = [...receiptTexts, 'camp_id', 'token', 'hash', 'signature', 'ts'];
export const isReserved = (name: string): boolean => reserved.includes(name);

const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** an offer's own words go before its advertiser's; null: nothing is read otherwise */
export function joinMappings(
  ofAdvertiser: PostbackMapping | undefined,
  ofOffer: PostbackMapping | undefined,
): PostbackMapping | null {
  if (!ofAdvertiser || !ofOffer) return ofOffer ?? ofAdvertiser ?? null;
  return {
    parameters: { ...ofAdvertiser.parameters, ...ofOffer.parameters },
    goals: { ...ofAdvertiser.goals, ...ofOffer.goals },
    numbers: ofOffer.numbers ?? ofAdvertiser.numbers,
  };
}

export interface NamedClick {
  /** of the parameter that holds it */
  name: string;
  id: string;
  fields: ClickIdFields;
}

/** genuine clicks of this workspace under whatever names; what is another workspace's is nothing here */
export function clicksIn(query: Query, tenant: number, decode: (id: string) => ClickIdFields | null): NamedClick[] {
  return query.names.flatMap((name, at) => {
    const id = (query.values[at] ?? '').trim();
    const fields = isReserved(name) ? null : decode(id);
    return fields?.kind === 'click' && fields.tenant === tenant ? [{ name, id, fields }] : [];
  });
}

/** the one click that a call names as its mapping says; two that differ are none */
export function mappedClick(
  found: readonly NamedClick[],
  mappingOf: (fields: ClickIdFields) => PostbackMapping | null,
): NamedClick | null {
  const meant = found.filter(({ name, fields }) => own(mappingOf(fields)?.parameters ?? {}, name) === 'click_id');
  return new Set(meant.map(({ id }) => id)).size === 1 ? (meant[0] ?? null) : null;
}

/**
 * What was sent with our names before it: what is said twice and differs is unclear, as it is without a mapping. `clickId`: the one
 * that the call is about; an own one that is not genuine gives way to it.
 */
export function mappedText(text: string, { parameters }: PostbackMapping, clickId: string): string {
  const pairs = text.split('&').filter((pair) => pair !== '');
  const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
  const sentIn = (pair: string): string => pair.slice(nameOf(pair).length + 1);
  const isOurs = (pair: string): boolean =>
    nameOf(pair) !== 'click_id' || new Query(pair).get('click_id') === clickId || sentIn(pair) === '';
  const told = pairs.flatMap((pair) => {
    const ours = own(parameters, nameOf(pair));
    return ours === undefined || ours === 'click_id' || sentIn(pair) === '' ? [] : [`${ours}=${sentIn(pair)}`];
  });
  const click = clickId === '' ? [] : [`click_id=${encodeURIComponent(clickId)}`];
  return [...click, ...told, ...pairs.filter(isOurs)].join('&');
}

/** the call as its mapping reads it */
export function mappedCall(call: ReceiptCall, mapping: PostbackMapping | null): ReceiptCall {
  if (!mapping) return call;
  const text = mappedText(call.text, mapping, call.clickId);
  const query = receiptQuery(text);
  const sent = (name: ReceiptText | 'camp_id'): string => call.read(name) || query.get(name);
  const { numbers } = mapping;
  const codeIn = (name: 'sale_amount' | 'refund_amount'): string =>
    (numbers && readFormatted(sent(name), numbers)?.code) || '';
  return {
    ...call,
    text,
    numbers,
    read: (name) => {
      if (name === 'goal') return own(mapping.goals, plainText(sent(name))) ?? sent(name);
      if (name === 'currency') return sent(name) || codeIn('sale_amount') || codeIn('refund_amount');
      return sent(name);
    },
  };
}
