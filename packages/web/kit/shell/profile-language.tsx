// The language in the user's profile, changed from the header. It says what it affects: the console's own texts are
// in English, the sign-in and sign-up pages in all three languages.

import type { Language } from '../../words/languages.ts';
import { setLanguage } from '../../words/words.ts';
import { sentenceFor } from '../api-error.ts';
import { LanguageMenu } from '../language-menu.tsx';
import { useProfile } from '../profile/use-profile.ts';
import { toast } from '../toast.tsx';

export function ProfileLanguage() {
  const { answer, save } = useProfile();
  const profile = answer.data;
  if (!profile) return <LanguageMenu label="Language" disabled />;
  const choose = async (language: Language) => {
    try {
      await save({ ...profile, language });
      await setLanguage(language);
      toast.success('Language saved successfully!');
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <LanguageMenu
      label="Language"
      current={profile.language}
      choose={(language) => void choose(language)}
      note="For the sign-in and sign-up pages. The console is in English."
    />
  );
}
