// The frame of a tenant's pages: its own brand, language and colour scheme.
import { brandOfPage, lookOfPage } from '../kit/boot.ts';
import { LanguageMenu } from '../kit/language/language-menu.tsx';
import { SignInFrame as Frame, type SignInFrameProps } from '../kit/pages/sign-in-frame.tsx';
import { ColorSchemeToggle } from '../kit/theme/color-scheme-toggle.tsx';
import { chooseLanguage, useT } from './words.ts';

export function SignInFrame(props: Omit<SignInFrameProps, 'brand' | 'tools'>) {
  const t = useT();
  const tools = (
    <>
      <LanguageMenu label={t('language')} choose={chooseLanguage} />
      <ColorSchemeToggle />
    </>
  );
  return <Frame brand={{ name: brandOfPage(), ...lookOfPage() }} tools={tools} {...props} />;
}
