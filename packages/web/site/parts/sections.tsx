// What several pages share: the opening, quotes, a listing, and the closing call to action.
import { type Testimonial, testimonials } from '../content/operator.ts';
import { type SampleName, samples } from '../content/samples.ts';
import type { PageContext } from '../page-context.ts';
import { Icon } from './icons.tsx';
import { Rich } from './rich.tsx';
import { Streams } from './streams.tsx';

export function Opening({ heading, lead }: { heading: string; lead: string }) {
  return (
    <div className="opening-field">
      <Streams />
      <header className="opening wrap">
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
      </header>
    </div>
  );
}

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');

export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

export function Quote({ of: { name, company, role, quote }, lang }: Pick<PageContext, 'lang'> & { of: Testimonial }) {
  return (
    <figure className="quote">
      <blockquote>{quote[lang]}</blockquote>
      <figcaption>
        <Avatar name={name} />
        <span>
          <strong>{name}</strong>
          <small>
            {role[lang]}, {company}
          </small>
        </span>
      </figcaption>
    </figure>
  );
}

export function Testimonials({ heading, lang }: Pick<PageContext, 'lang'> & { heading: string }) {
  return (
    <section className="section wrap" aria-labelledby="testimonials">
      <h2 id="testimonials">{heading}</h2>
      <div className="grid three">
        {testimonials.map((testimonial) => (
          <Quote key={testimonial.name} of={testimonial} lang={lang} />
        ))}
      </div>
    </section>
  );
}

export function CallToAction({ text }: { text: PageContext['text']['chrome']['callToAction'] }) {
  return (
    <section className="closing">
      <div className="wrap">
        <h2>{text.title}</h2>
        <p>{text.text}</p>
        <div className="actions">
          <a className="button" href="/signup">
            {text.trial}
          </a>
          <a className="button quiet" href="/contact">
            {text.talk}
          </a>
        </div>
      </div>
    </section>
  );
}

export function Listing({ sample, label }: { sample: SampleName; label?: string }) {
  return (
    <figure className="listing">
      {label && <figcaption>{label}</figcaption>}
      <pre>
        <code>{samples[sample]}</code>
      </pre>
    </figure>
  );
}

type Block = string | { readonly sample: SampleName } | { readonly list: readonly string[] };

export function Prose({ body }: { body: readonly Block[] }) {
  return body.map((block) => {
    if (typeof block === 'string') {
      return (
        <p key={block}>
          <Rich text={block} />
        </p>
      );
    }
    if ('sample' in block) return <Listing key={block.sample} sample={block.sample} />;
    return (
      <ul key={block.list[0]} className="bullets">
        {block.list.map((item) => (
          <li key={item}>
            <Rich text={item} />
          </li>
        ))}
      </ul>
    );
  });
}

export function MoreLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="more" href={href}>
      {children}
      <Icon name="arrow" size={16} />
    </a>
  );
}
