import type { TermsText } from '@tributary/contract';
import type { Language } from '@tributary/contract/languages';
import { unixSeconds } from '../../../platform/clock.ts';
import { cleanRichText } from '../../../platform/rich-text.ts';
import type { StoredTerms } from './terms.repo.ts';

/** in the reader's language where somebody has written it, else in English */
export function shownTerms(terms: StoredTerms & { number: number }, wanted: Language): TermsText {
  const language = terms.texts[wanted] ? wanted : 'en';
  return {
    id: terms.id,
    number: terms.number,
    effective_at: unixSeconds(terms.effectiveAt),
    language,
    html: cleanRichText(terms.texts[language]) ?? '',
  };
}
