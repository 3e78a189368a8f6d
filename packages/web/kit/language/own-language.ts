// A person's language follows him: it is kept in the profile and in the browser, which speaks it before anybody has
// signed in.
import { profileRoutes } from '@tributary/contract/accounts/profile';
import { readersLanguage, setLanguage } from '../../words/words.ts';
import { call } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { Session } from '../api/session.ts';
import { reportError } from '../pages/report-error.ts';

/**
 * At sign-in: what was chosen on the sign-in page becomes the person's own, else the page goes by the profile. English is
 * what nobody chose: a browser that speaks another language keeps it.
 */
export async function meetLanguage(session: Session, chosen: boolean): Promise<void> {
  try {
    const profile = await call(profileRoutes.profile, {}, { session });
    const spoken = readersLanguage();
    if (profile.language === spoken) return;
    if (chosen || profile.language === 'en') {
      await call(profileRoutes.saveProfile, { body: { ...profile, language: spoken } }, { session });
    } else await setLanguage(profile.language);
  } catch (error) {
    // behind the terms there is no profile yet: the page goes by it once they are accepted
    if (error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'terms_required')
      return;
    reportError('The language of the profile is not known', error);
  }
}
