// A portal's declarations hold words: it is opened anew, where it was, to speak another language. What there was to say
// about the change is said afterwards, in that language.
import { t } from '../../words/kit.ts';
import { type Language, readersLanguage, setLanguage } from '../../words/words.ts';
import { toast } from '../dialogs/toast.tsx';

type Key = Parameters<typeof t>[0];
const SAID_AFTER = 'said-after-reload';

export async function speakFromNow(language: Language, saved: Key): Promise<void> {
  if (language === readersLanguage()) return toast.success(t(saved));
  await openAnewIn(language, saved);
}

export async function openAnewIn(language: Language, saying?: Key): Promise<void> {
  await setLanguage(language);
  if (saying) sessionStorage.setItem(SAID_AFTER, t(saying));
  location.reload();
}

/** once, on the page that was opened anew */
export function sayAfterReload(): void {
  const text = sessionStorage.getItem(SAID_AFTER);
  sessionStorage.removeItem(SAID_AFTER);
  if (text) toast.success(text);
}
