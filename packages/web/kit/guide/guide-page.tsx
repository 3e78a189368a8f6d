// A guide from its declaration: sections of text and copyable snippets, each under a heading with an address of its own.
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { IconLink } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { useTitle } from '../pages/use-title.ts';
import classes from './guide.module.css';

export interface GuideSection {
  /** its anchor: "#parameters" */
  id: string;
  title: string;
  text?: string;
  body: ReactNode;
}

interface GuidePageProps {
  title: string;
  purpose: string;
  /** between the head and the sections: tabs, a choice */
  intro?: ReactNode;
  /** null while there is nothing to show yet */
  sections: readonly GuideSection[] | null;
  /** in the sections' place until they are there */
  otherwise: ReactNode;
}

export function GuidePage({ title, purpose, intro, sections, otherwise }: GuidePageProps) {
  useTitle(title);
  const { search } = useLocation();
  return (
    <>
      <PageHeader title={title} note={purpose} />
      {intro}
      {sections ? (
        <>
          <nav className={classes.contents} aria-label={t('guide.onThisPage')}>
            {sections.map((section) => (
              <Link key={section.id} to={{ search, hash: `#${section.id}` }}>
                {section.title}
              </Link>
            ))}
          </nav>
          {sections.map((section) => (
            <Part key={section.id} {...section} />
          ))}
        </>
      ) : (
        otherwise
      )}
    </>
  );
}

function Part({ id, title, text, body }: GuideSection) {
  const { hash, search, key } = useLocation();
  const place = useRef<HTMLElement>(null);
  const isMeant = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever presses the same link again wants to be there again
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'start' });
  }, [isMeant, key]);
  return (
    <section id={id} ref={place} className={classes.panel} aria-label={title}>
      <h2>
        {title}
        <Link className={classes.anchor} to={{ search, hash: `#${id}` }} aria-label={t('guide.linkTo', { title })}>
          <IconLink size={16} aria-hidden />
        </Link>
      </h2>
      {text && <p>{text}</p>}
      {body}
    </section>
  );
}
