// What strangers may put into a mail of ours: a name, an offer's title, a source. Whoever reads it trusts the sender, so it
// arrives as words: in one line, without characters that hide or turn others, and with nothing that a mail program would
// make into a link.
import { sentence } from '../../words/sentences.ts';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
const SCHEME = /\b(?:[a-z][a-z0-9+.-]*:\/\/|(?:javascript|data|mailto|tel|file|vbscript):)/giu;
/** example.com, example。com: a dot with a word on both sides; 4.50, J. Doe and a person's e-mail address stay */
const DOMAIN_DOT =
  /(?<=[\p{L}\p{N}_-])(?<!@[\p{L}\p{N}._-]*)[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L}{2})(?![\p{L}\p{N}._+-]*@)/gu;
/** four numbers are an address, three a version */
const IP_ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/gu;
const LONGEST = 300;

/** in one line, for what may keep its addresses */
export const oneLine = (text: string): string => text.replaceAll(HIDDEN, ' ').replaceAll(/\s+/gu, ' ').trim();

export function plainName(text: string): string {
  const words = oneLine(text)
    .replaceAll(SCHEME, ' ')
    .replaceAll(DOMAIN_DOT, ' ')
    .replaceAll(IP_ADDRESS, (address) => address.replaceAll('.', ' '))
    .replaceAll(/\/{2,}/gu, ' ');
  return oneLine(words).slice(0, LONGEST);
}

/** an account's address, before and after: shown as it is, since it is what the mail is about */
export const addressLines = (before: string, after: string) => [
  { verbatim: sentence('line.old-address', { old_address: before }) },
  { verbatim: sentence('line.new-address', { new_address: after }) },
];
