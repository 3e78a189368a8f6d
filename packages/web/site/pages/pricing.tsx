import { Plans } from '../islands/plans.tsx';
import type { PageContext } from '../page-context.ts';
import { Island } from '../parts/island.tsx';
import { CallToAction, Opening, Testimonials } from '../parts/sections.tsx';

export function Pricing({ text, lang, locale }: PageContext) {
  const { pricing, chrome } = text;
  return (
    <>
      <Opening heading={pricing.heading} lead={pricing.lead} />
      <div className="wrap section tight">
        <Island name="plans" of={Plans} props={{ text: pricing.plans, locale }} />
      </div>
      <section className="band" aria-labelledby="after">
        <div className="section wrap">
          <h2 id="after">{pricing.after.heading}</h2>
          <div className="grid three">
            {pricing.after.items.map(({ title, text: body }) => (
              <div className="solution" key={title}>
                <h3>{title}</h3>
                <p>{body}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
      <Testimonials heading={pricing.testimonials} lang={lang} />
      <CallToAction text={chrome.callToAction} />
    </>
  );
}
