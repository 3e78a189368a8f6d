// The language in the user's profile, changed from the header. The page is opened anew in it, at the same address.

import { toast } from '../../kit/dialogs/toast.tsx';
import { speakFromNow } from '../../kit/language/change-language.ts';
import { LanguageMenu } from '../../kit/language/language-menu.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { t } from '../../words/kit.ts';
import type { Language } from '../../words/languages.ts';
import { useProfile } from '../profile/use-profile.ts';

export function ProfileLanguage() {
  const { answer, save } = useProfile();
  const profile = answer.data;
  if (!profile) return <LanguageMenu label={t('common.language')} choose={() => undefined} disabled />;
  const choose = async (language: Language) => {
    try {
      await save({ ...profile, language });
      await speakFromNow(language, 'shell.languageSavedSuccessfully');
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <LanguageMenu
      label={t('common.language')}
      current={profile.language}
      choose={(language) => void choose(language)}
      note={t('shell.forTheSignInAnd')}
    />
  );
}
