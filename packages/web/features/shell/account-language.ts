// A signed-in page speaks the account's language, whatever this browser spoke before: it may have been chosen on another
// one. Asked once for each page that is opened, so that a choice made in another tab does not take away what is being
// typed in this one. Who visits an account goes on reading in his own language.
import { useEffect, useRef } from 'react';
import { openAnewIn } from '../../kit/language/change-language.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { readersLanguage } from '../../words/words.ts';
import { useProfile } from '../profile/use-profile.ts';

export function useAccountLanguage(): void {
  const { impersonated_by: visitor } = useSession();
  const language = useProfile().answer.data?.language;
  const met = useRef(false);
  useEffect(() => {
    if (!language || met.current || visitor !== null) return;
    met.current = true;
    if (language === readersLanguage()) return;
    openAnewIn(language).catch((error: unknown) => reportError('The language of the account cannot be spoken', error));
  }, [language, visitor]);
}
