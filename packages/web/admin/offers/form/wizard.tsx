// The same form step by step: each section and each chapter of Advanced Settings is one step, the last looks back.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { IconArrowLeft, IconArrowRight, IconCheck } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { firstComplaint } from './check-draft.ts';
import { useOffer } from './form-context.ts';
import classes from './offer-form.module.css';
import { OfferParts } from './offer-part.tsx';
import { OfferSummary } from './offer-summary.tsx';
import type { Chapter } from './parts.ts';
import { chapterHolds, sections } from './sections.ts';

const steps: readonly Chapter[] = sections.flatMap(({ chapters }) => chapters);
const REVIEW = steps.length;

export function Wizard() {
  const { draft, fault } = useOffer();
  const [at, setAt] = useState(0);
  const complaint = firstComplaint(draft);
  const stuck = complaint && steps.findIndex((step) => chapterHolds(step, complaint.field));
  const [answered, setAnswered] = useState(fault);
  // a complaint of the Create button leads to its step, before the page looks for the field
  if (fault !== answered) {
    setAnswered(fault);
    const index = fault ? steps.findIndex((step) => chapterHolds(step, fault.field)) : -1;
    if (index >= 0) setAt(index);
  }
  const step = steps[at];
  const title = step?.title ?? t('offers.review');
  return (
    <section className={classes.wizard} aria-label={t('offers.createOfferStepByStep')}>
      <ol className={classes.steps}>
        {[...steps.map((one) => one.title), t('offers.review')].map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={classes.step}
              aria-current={index === at ? 'step' : undefined}
              data-done={(index < at && index !== stuck) || undefined}
              onClick={() => setAt(index)}
            >
              <span className={classes.stepMark}>
                {index < at && index !== stuck ? <IconCheck size={14} aria-hidden /> : index + 1}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.section}>
        <h2 className={classes.head}>
          <span className={classes.headWords}>
            <span className={classes.headTitle}>{title}</span>
            <span className={classes.headNote}>{t('offers.step', { step: at + 1, steps: REVIEW + 1 })}</span>
          </span>
        </h2>
        <div className={classes.body}>
          {step ? (
            <OfferParts key={step.title} parts={step.parts} />
          ) : (
            <Review sentence={complaint?.sentence ?? null} />
          )}
          <Group justify="space-between" mt="lg">
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              disabled={at === 0}
              onClick={() => setAt(at - 1)}
            >
              {t('offers.back')}
            </Button>
            {at < REVIEW && (
              <Button
                variant="light"
                rightSection={<IconArrowRight size={16} aria-hidden />}
                onClick={() => setAt(at + 1)}
              >
                {t('offers.next')}
              </Button>
            )}
          </Group>
        </div>
      </div>
    </section>
  );
}

const Review = ({ sentence }: { sentence: string | null }) => (
  <>
    <p className={classes.review} data-ready={!sentence || undefined}>
      {sentence ?? t('offers.everythingIsTherePressCreate')}
    </p>
    <OfferSummary />
  </>
);
