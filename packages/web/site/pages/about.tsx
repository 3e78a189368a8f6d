import { team } from '../content/operator.ts';
import type { PageContext } from '../page-context.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Avatar, Opening } from '../parts/sections.tsx';

const valueIcons: readonly IconName[] = ['target', 'spark', 'people', 'shield'];

export function About({ text, lang }: PageContext) {
  const { about } = text;
  return (
    <>
      <Opening heading={about.heading} lead={about.lead} />
      <section className="section wrap split" aria-labelledby="story">
        <div className="prose">
          <h2 id="story">{about.story.heading}</h2>
          {about.story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className="figures column">
          {about.facts.map(({ value, label }) => (
            <div key={value}>
              <dd>{value}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      </section>
      <section className="band" aria-labelledby="values">
        <div className="section wrap">
          <h2 id="values">{about.values.heading}</h2>
          <div className="grid four">
            {about.values.items.map(({ title, text: body }, index) => (
              <div className="solution" key={title}>
                <Icon name={valueIcons[index] ?? 'check'} size={24} />
                <h3>{title}</h3>
                <p>{body}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
      <section className="section wrap" aria-labelledby="team">
        <h2 id="team">{about.team}</h2>
        <div className="grid three">
          {team.map(({ name, role, about: words }) => (
            <div className="person" key={name}>
              <Avatar name={name} />
              <h3>{name}</h3>
              <p className="dim">{role[lang]}</p>
              <p>{words[lang]}</p>
            </div>
          ))}
        </div>
      </section>
      <section className="closing">
        <div className="wrap">
          <h2>{about.join.heading}</h2>
          <p>{about.join.text}</p>
          <div className="actions">
            <a className="button" href="/signup">
              {about.join.trial}
            </a>
            <a className="button quiet" href="/contact">
              {about.join.talk}
            </a>
          </div>
        </div>
      </section>
    </>
  );
}
