import type { PageContext } from '../page-context.ts';
import { CallToAction, Opening, Prose } from '../parts/sections.tsx';

export function Resources({ text }: PageContext) {
  const { resources, guides, services, legal, chrome } = text;
  const groups = [
    { title: resources.guides, sections: guides },
    { title: resources.services, sections: services },
    { title: resources.legal, sections: legal },
  ];
  return (
    <>
      <Opening heading={resources.heading} lead={resources.lead} />
      <div className="wrap section tight reading">
        <nav className="contents" aria-label={resources.contents}>
          {groups.map(({ title, sections }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`}>{section.title}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="prose">
          {groups.map(({ sections }) =>
            sections.map(({ id, title, body }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>{title}</h2>
                <Prose body={body} />
              </section>
            )),
          )}
        </div>
      </div>
      <CallToAction text={chrome.callToAction} />
    </>
  );
}
