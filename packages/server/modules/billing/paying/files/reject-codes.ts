// What banks say when they refuse or send back, in plain words. A code that is not here is shown as it came.
import en from '../../../../words/en.json' with { type: 'json' };
import { inWords, type Sentence, sentence } from '../../../../words/sentences.ts';

type Code = keyof typeof en extends infer Key ? (Key extends `reject.${infer Word}` ? Word : never) : never;
const isKnown = (code: string): code is Code => code !== 'other' && Object.hasOwn(en, `reject.${code}`);

export const rejectSentence = (code: string): Sentence =>
  isKnown(code) ? sentence(`reject.${code}`) : sentence('reject.other', { code });
export const rejectText = (code: string): string => inWords('en', rejectSentence(code));
