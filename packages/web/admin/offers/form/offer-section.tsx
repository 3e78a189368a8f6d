// A section of the long form: a card with a head; a collapsible one opens and closes by its head.
import { Collapse, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { IconChevronDown, IconInfoCircle } from '../../../ui/icons.ts';
import classes from './offer-form.module.css';
import { OfferParts } from './offer-part.tsx';
import type { Section } from './parts.ts';

interface OfferSectionProps {
  section: Section;
  open: boolean;
  toggle: () => void;
}

export function OfferSection({ section, open, toggle }: OfferSectionProps) {
  const id = useId();
  const words = (
    <span className={classes.headWords}>
      <span className={classes.headTitle}>{section.title}</span>
      <span className={classes.headNote}>{section.note}</span>
    </span>
  );
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`} data-section={section.id}>
      <h2 className={classes.head} id={`${id}-title`}>
        {section.collapsible ? (
          <UnstyledButton className={classes.opener} onClick={toggle} aria-expanded={open} aria-controls={`${id}-body`}>
            {words}
            <IconChevronDown size={18} aria-hidden className={classes.chevron} />
          </UnstyledButton>
        ) : (
          words
        )}
        {section.tip && <Tip text={section.tip} />}
      </h2>
      <div id={`${id}-body`}>
        {section.collapsible ? (
          <Collapse expanded={open} keepMounted={false} transitionDuration={120}>
            <SectionBody section={section} />
          </Collapse>
        ) : (
          <SectionBody section={section} />
        )}
      </div>
    </section>
  );
}

export function Tip({ text }: { text: string }): ReactNode {
  return (
    <Tooltip label={text} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.tip} data-tip aria-label={text}>
        <IconInfoCircle size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}

const SectionBody = ({ section }: { section: Section }) => (
  <div className={classes.body}>
    {section.chapters.map((chapter) => (
      <div key={chapter.title} className={classes.chapter}>
        {section.chapters.length > 1 && <h3 className={classes.chapterTitle}>{chapter.title}</h3>}
        <OfferParts parts={chapter.parts} />
      </div>
    ))}
  </div>
);
