// The frame of a tenant's pages: its own brand, language and colour scheme.
import { boot, brandOfPage } from '../kit/boot.ts';
import { ColorSchemeToggle } from '../kit/color-scheme-toggle.tsx';
import { LanguageMenu } from '../kit/language-menu.tsx';
import { SignInFrame as Frame, type SignInFrameProps } from '../kit/sign-in-frame.tsx';
import { chooseLanguage, useT } from './words.ts';

export function SignInFrame(props: Omit<SignInFrameProps, 'brand' | 'tools'>) {
  const t = useT();
  const tools = (
    <>
      <LanguageMenu label={t('language')} choose={chooseLanguage} />
      <ColorSchemeToggle />
    </>
  );
  return <Frame brand={{ name: brandOfPage(), logoUrl: boot().tenant?.logoUrl }} tools={tools} {...props} />;
}
