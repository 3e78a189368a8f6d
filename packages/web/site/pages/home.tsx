import { awards } from '../content/operator.ts';
import { Dashboard } from '../islands/dashboard.tsx';
import type { PageContext } from '../page-context.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Island } from '../parts/island.tsx';
import { CallToAction, Listing, MoreLink, Testimonials } from '../parts/sections.tsx';
import { Streams } from '../parts/streams.tsx';

const solutionLooks: readonly { icon: IconName; href: string }[] = [
  { icon: 'network', href: '/features#links' },
  { icon: 'chart', href: '/features#analytics' },
  { icon: 'phone', href: '/resources#integrations' },
  { icon: 'target', href: '/resources#macros' },
];

export function Home(page: PageContext) {
  const { home, chrome } = page.text;
  return (
    <>
      <Hero {...page} />
      <section className="section wrap" aria-labelledby="solutions">
        <h2 id="solutions">{home.solutions.heading}</h2>
        <div className="grid four">
          {home.solutions.items.map(({ title, text, link }, index) => (
            <div className="solution" key={title}>
              <Icon name={solutionLooks[index]?.icon ?? 'link'} size={24} />
              <h3>{title}</h3>
              <p>{text}</p>
              <MoreLink href={solutionLooks[index]?.href ?? '/features'}>{link}</MoreLink>
            </div>
          ))}
        </div>
      </section>
      <Flow {...page} />
      <section className="section wrap" aria-labelledby="figures">
        <h2 id="figures">{home.figures.heading}</h2>
        <dl className="figures">
          {home.figures.items.map(({ value, label }) => (
            <div key={value}>
              <dd>{value}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      </section>
      <Testimonials heading={home.testimonials} lang={page.lang} />
      <Awards {...page} />
      <CallToAction text={chrome.callToAction} />
    </>
  );
}

function Hero({ text: { home }, locale }: PageContext) {
  return (
    <div className="hero">
      <Streams />
      <header className="hero-text wrap">
        <h1>{home.heading}</h1>
        <p className="lead">{home.lead}</p>
        <div className="actions">
          <a className="button" href="/signup">
            {home.trial}
          </a>
          <a className="button quiet" href="/features">
            {home.tour}
          </a>
        </div>
        <p className="dim">{home.terms}</p>
      </header>
      <figure className="hero-console wrap">
        <Island name="dashboard" of={Dashboard} props={{ text: home.dashboard, locale }} />
        <figcaption>{home.dashboard.caption}</figcaption>
      </figure>
    </div>
  );
}

function Flow({ text: { home } }: PageContext) {
  const { flow } = home;
  return (
    <section className="band" aria-labelledby="flow">
      <div className="section wrap split">
        <div>
          <h2 id="flow">{flow.heading}</h2>
          <p className="lead">{flow.text}</p>
          <ol className="steps">
            {flow.steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <MoreLink href="/learn-more">{flow.more}</MoreLink>
        </div>
        <div className="listings">
          <Listing sample="trackingLink" label={flow.linkLabel} />
          <Listing sample="postback" label={flow.postbackLabel} />
        </div>
      </div>
    </section>
  );
}

/** a laurel of two branches, drawn leaf by leaf */
function Laurel({ year, label }: { year: number; label: string }) {
  const leaves = [-64, -38, -12, 14, 40, 66];
  return (
    <svg viewBox="0 0 120 96" role="img" aria-label={label} className="laurel">
      {[1, -1].map((side) => (
        <g key={side} transform={`translate(60 46) scale(${side} 1)`}>
          {leaves.map((angle) => (
            <ellipse key={angle} cx="40" cy="0" rx="9" ry="3.6" transform={`rotate(${angle}) rotate(62 40 0)`} />
          ))}
        </g>
      ))}
      <text x="60" y="53" textAnchor="middle">
        {year}
      </text>
    </svg>
  );
}

function Awards({ text: { home }, lang }: PageContext) {
  return (
    <section className="section wrap awards" aria-labelledby="awards">
      <h2 id="awards">{home.awards.heading}</h2>
      <div className="grid three">
        {awards.map(({ year, title, by }) => (
          <figure key={by}>
            <Laurel year={year} label={`${title[lang]}, ${by}, ${year}`} />
            <figcaption>
              <strong>{title[lang]}</strong>
              <small>{by}</small>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
