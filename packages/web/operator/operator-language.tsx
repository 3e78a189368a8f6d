// The operator's language is this browser's: an operator has no profile.
import { LanguageMenu } from '../kit/language/language-menu.tsx';
import { t } from '../words/operator.ts';
import { type Language, setLanguage } from '../words/words.ts';

const choose = async (language: Language): Promise<void> => {
  await setLanguage(language);
  location.reload();
};

export const OperatorLanguage = () => (
  <LanguageMenu label={t('console.language')} choose={(language) => void choose(language)} />
);
