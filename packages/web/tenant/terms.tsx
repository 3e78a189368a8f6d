// What publishers and advertisers agree to when they sign up: the tenant's terms, in the words every tenant begins with. A
// tenant has them checked for its own jurisdiction.
import { signupRoutes, type TermsText } from '@tributary/contract/accounts/signup';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../kit/api/api.ts';
import { brandOfPage } from '../kit/boot.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { RichTextView } from '../kit/rich-text/rich-text-view.tsx';
import { dateTime } from '../ui/format.ts';
import { t as terms } from '../words/terms.ts';
import { useLanguage } from '../words/words.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import classes from './terms.module.css';
import { useT } from './words.ts';

const sections = ['account', 'publisher', 'advertiser', 'payment', 'data', 'ending', 'changes'] as const;

/** the workspace's own, where it has published any: null until that is known, and where it has not */
function usePublished(): TermsText | null | undefined {
  const language = useLanguage();
  const [search] = useSearchParams();
  const kind = search.get('for') === 'advertiser' ? 'advertiser' : 'publisher';
  const [terms, setTerms] = useState<TermsText | null>();
  useEffect(() => {
    call(signupRoutes.termsInForce, { params: { kind }, query: { language } })
      .then((reply) => setTerms(reply.terms))
      .catch(() => setTerms(null));
  }, [kind, language]);
  return terms;
}

export function Component() {
  const t = useT();
  const brand = brandOfPage();
  const published = usePublished();
  const back = (
    <LinkButton to="/" variant="subtle" fullWidth h={40} mt="lg">
      {t('backToLogin')}
    </LinkButton>
  );
  if (published === undefined) return null;
  if (published) {
    const version = { number: published.number, day: dateTime(published.effective_at) };
    return (
      <SignInFrame title={terms('title')} purpose={t('termsVersion', version)} wide>
        <RichTextView html={published.html} />
        {back}
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={terms('title')} purpose={terms('intro', { brand })} wide>
      {sections.map((section) => (
        <section key={section} className={classes.section}>
          <h2>{terms(`${section}.heading`)}</h2>
          <p>{terms(`${section}.text`, { brand })}</p>
        </section>
      ))}
      {back}
    </SignInFrame>
  );
}
