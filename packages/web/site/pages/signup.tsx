import { countriesIn } from '@tributary/contract/countries';
import { testimonials } from '../content/operator.ts';
import { TrialForm } from '../islands/trial-form.tsx';
import type { PageContext } from '../page-context.ts';
import { Icon } from '../parts/icons.tsx';
import { Island } from '../parts/island.tsx';
import { Rich } from '../parts/rich.tsx';
import { Opening, Quote } from '../parts/sections.tsx';
import { NeedsScript } from './contact.tsx';

export function Signup({ text, lang }: PageContext) {
  const { signup, chrome } = text;
  return (
    <>
      <Opening heading={signup.heading} lead={signup.lead} />
      <div className="wrap section tight split form-split reverse">
        <div>
          <Island name="trial-form" of={TrialForm} props={{ text: signup.form, countries: countriesIn(lang) }} />
          <NeedsScript text={chrome.needsScript} />
        </div>
        <section aria-labelledby="signup-faq" className="beside-form">
          <h2 id="signup-faq">{signup.faq.heading}</h2>
          <div className="accordion">
            {signup.faq.items.map(({ question, answer }) => (
              // the shared name lets one item be open at a time, without a script
              <details key={question} name="signup-faq">
                <summary>
                  {question}
                  <Icon name="chevron" size={16} />
                </summary>
                <p>
                  <Rich text={answer} />
                </p>
              </details>
            ))}
          </div>
          <Quote of={testimonials[0]} lang={lang} />
        </section>
      </div>
    </>
  );
}
