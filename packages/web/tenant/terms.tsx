// What publishers and advertisers agree to when they sign up: the tenant's terms, in the words every tenant begins with.
import { brandOfPage } from '../kit/boot.ts';
import { useLanguage, useTexts } from '../kit/language.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import classes from './terms.module.css';
import { terms } from './terms-texts.ts';
import { texts } from './texts.ts';

export function Component() {
  const t = useTexts(texts);
  const { title, intro, sections } = terms[useLanguage()];
  const named = (text: string) => text.replaceAll('{brand}', brandOfPage());
  return (
    <SignInFrame title={title} purpose={named(intro)} wide>
      {sections.map(({ heading, text }) => (
        <section key={heading} className={classes.section}>
          <h2>{heading}</h2>
          <p>{named(text)}</p>
        </section>
      ))}
      <LinkButton to="/" variant="subtle" fullWidth h={40} mt="lg">
        {t.backToLogin}
      </LinkButton>
    </SignInFrame>
  );
}
