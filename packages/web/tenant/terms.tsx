// What publishers and advertisers agree to when they sign up: the tenant's terms, in the words every tenant begins with. A
// tenant has them checked for its own jurisdiction.
import { brandOfPage } from '../kit/boot.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { t as terms } from '../words/terms.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import classes from './terms.module.css';
import { useT } from './words.ts';

const sections = ['account', 'publisher', 'advertiser', 'payment', 'data', 'ending', 'changes'] as const;

export function Component() {
  const t = useT();
  const brand = brandOfPage();
  return (
    <SignInFrame title={terms('title')} purpose={terms('intro', { brand })} wide>
      {sections.map((section) => (
        <section key={section} className={classes.section}>
          <h2>{terms(`${section}.heading`)}</h2>
          <p>{terms(`${section}.text`, { brand })}</p>
        </section>
      ))}
      <LinkButton to="/" variant="subtle" fullWidth h={40} mt="lg">
        {t('backToLogin')}
      </LinkButton>
    </SignInFrame>
  );
}
