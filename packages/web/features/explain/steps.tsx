// How a click was decided: every step with what it saw, its rule and what it said, also after the first that refused.
import type { Decision, SharedExplanation } from '@tributary/contract/trust/explain';
import classes from '../../kit/log-page/details.module.css';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { t } from '../../words/explain.ts';
import own from './explain.module.css';
import { factText, verdictText } from './words.ts';

type Shown = NonNullable<SharedExplanation['decision']> | Decision;
const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX } as const;

/** how far the rebuilt answer can be trusted, in a sentence */
export function classText({ class: found, cause }: Shown): string {
  if (found === 'exact' || cause === null) return t('class.exact');
  return `${t(`class.${found}`)}: ${t(`cause.${cause}`)}`;
}

export function DecisionView({ decision }: { decision: Shown }) {
  const { recorded, rebuilt, agrees, decided_by: decidedBy, steps } = decision;
  const tone = agrees ? (decision.class === 'exact' ? 'good' : 'warn') : 'bad';
  const Icon = icons[tone];
  return (
    <>
      <p className={own.verdict}>
        <span className={classes.mark} data-tone={tone}>
          <Icon size={18} aria-hidden />
        </span>
        <span>
          <strong>{`${t('recorded')}: ${verdictText(recorded)}`}</strong>
          {rebuilt !== null && !agrees && <span>{`${t('rulesSay')}: ${verdictText(rebuilt)}`}</span>}
          <span className={classes.saw}>{classText(decision)}</span>
        </span>
      </p>
      <StepList steps={steps} decidedBy={decidedBy} />
    </>
  );
}

export const StepList = ({ steps, decidedBy }: { steps: Shown['steps']; decidedBy: Shown['decided_by'] }) => (
  <ol className={classes.steps}>
    {steps.map(({ step, result, from, saw, rule }) => {
      const said = result === 'ok' ? 'good' : step === decidedBy ? 'bad' : 'warn';
      const Mark = icons[said];
      return (
        <li key={step} className={classes.step} data-decided={step === decidedBy || undefined}>
          <span className={classes.mark} data-tone={said}>
            <Mark size={18} role="img" aria-label={result === 'ok' ? t('yes') : verdictText(result)} />
          </span>
          <span className={classes.stepName}>{t(`step.${step}`)}</span>
          <span>
            <span className={classes.saw}>{saw.map(factText).join(' · ')}</span>
            {rule.length > 0 && (
              <span className={classes.saw}>{`${t('ruleIs')}: ${rule.map(factText).join(' · ')}`}</span>
            )}
            {result !== 'ok' && (
              <span className={classes.result}>
                {[verdictText(result), step === decidedBy && t('decidedHere')].filter(Boolean).join(' · ')}
              </span>
            )}
            {from === 'recorded' && result !== 'ok' && <span className={classes.saw}>{t('fromRow')}</span>}
          </span>
        </li>
      );
    })}
  </ol>
);
