import type { PageContext } from '../page-context.ts';
import { Opening, Prose } from '../parts/sections.tsx';
import { Confluence } from '../parts/streams.tsx';

export function LearnMore({ text }: PageContext) {
  const { learnMore } = text;
  return (
    <>
      <Opening heading={learnMore.heading} lead={learnMore.lead} />
      <div className="wrap">
        <figure className="card diagram">
          <Confluence label={learnMore.diagram} sources={learnMore.streams} target={learnMore.ledger} />
          <figcaption>{learnMore.diagram}</figcaption>
        </figure>
      </div>
      <div className="wrap section tight grid two explained">
        {learnMore.sections.map(({ id, title, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Prose body={body} />
          </section>
        ))}
      </div>
      <section className="closing">
        <div className="wrap">
          <h2>{learnMore.next.heading}</h2>
          <div className="actions">
            <a className="button" href="/signup">
              {learnMore.next.trial}
            </a>
            <a className="button quiet" href="/resources">
              {learnMore.next.guides}
            </a>
            <a className="button quiet" href="/features">
              {learnMore.next.features}
            </a>
          </div>
        </div>
      </section>
    </>
  );
}
