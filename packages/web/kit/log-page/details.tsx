// What details drawers are made of: the record loaded by its id, facts in pairs, and the steps that explain a decision.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { capActions } from '@tributary/contract/offers/offer-terms';
import type { ReactNode } from 'react';
import { EMPTY, words } from '../../ui/format.ts';
import { IconCircleCheck, IconCircleX, IconInfoCircle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import type { CallContext } from '../resource/declaration.ts';
import { FailedToLoad } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';
import classes from './details.module.css';

interface RecordProps<T> {
  /** the log's name and the record's id: reloading the log reloads the drawer */
  of: readonly [string, string];
  load: (context: CallContext) => Promise<T>;
  /** work goes on behind it: it looks again by itself */
  isMoving?: (record: T) => boolean;
  children: (record: T) => ReactNode;
}

const MOVING_MS = 2_000;

export function LoadedRecord<T>({ of, load, isMoving, children }: RecordProps<T>) {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: [of[0], 'record', session.token, of[1]],
    queryFn: ({ signal }) => load({ session, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isMoving?.(data) === true && MOVING_MS,
  });
  if (answer.isPending) {
    return (
      <div className={classes.stack} aria-busy>
        <Skeleton height={24} width="50%" />
        <Skeleton height={140} />
        <Skeleton height={220} />
      </div>
    );
  }
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  return <div className={classes.stack}>{children(answer.data)}</div>;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** label → value; what has none is left out */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode, 'wide'?])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(
          ([, value]) => value !== null && value !== undefined && value !== false && value !== '' && value !== EMPTY,
        )
        .map(([label, value, wide]) => (
          <div key={label} data-wide={wide}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** what came over the wire, as it came; a long one scrolls, and what scrolls must be reachable by keyboard */
export const Code = ({ children, label }: { children: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section className={classes.scroll} aria-label={label} tabIndex={0}>
    <pre className={classes.code}>{children}</pre>
  </section>
);

type Tone = 'good' | 'warn' | 'bad' | 'neutral';
interface TraceStep {
  step: string;
  saw: string;
  result: string;
}

const passes = new Set(['ok', 'new', 'counted', 'approved', 'recorded']);
const icons = { good: IconCircleCheck, warn: IconInfoCircle, bad: IconCircleX, neutral: IconInfoCircle } as const;

/** a step's result as people read it: the trace keeps the names of outcomes and actions */
export function resultOf(result: string): { text: string; tone: Tone } {
  if (passes.has(result)) return { text: result === 'ok' ? t('logPage.passed') : words(result), tone: 'good' };
  if (Object.hasOwn(receiptOutcomes, result)) {
    return { text: said(receiptOutcomes[result as keyof typeof receiptOutcomes]), tone: 'bad' };
  }
  if (Object.hasOwn(capActions, result))
    return { text: said(capActions[result as keyof typeof capActions]), tone: 'warn' };
  if (result === 'rejected') return { text: t('logPage.rejected'), tone: 'bad' };
  if (result === 'pending') return { text: t('logPage.pending'), tone: 'warn' };
  return { text: words(result), tone: 'neutral' };
}

const toneWords: Record<Tone, string> = {
  good: t('logPage.passed'),
  warn: t('logPage.note'),
  bad: t('logPage.stopped'),
  neutral: t('logPage.note'),
};

export function Trace({ steps }: { steps: readonly TraceStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ step, saw, result }, at) => {
        const { text, tone } = resultOf(result);
        const Icon = icons[tone];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is what a step is known by
          <li key={at} className={classes.step}>
            <span className={classes.mark} data-tone={tone}>
              <Icon size={18} aria-label={toneWords[tone]} role="img" />
            </span>
            <span className={classes.stepName}>{step}</span>
            <span>
              <span className={classes.saw}>{saw}</span>
              {/* the mark says that a step was passed; more than that needs words */}
              {result !== 'ok' && <span className={classes.result}>{text}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** names and values as they came */
export function Values({ values }: { values: Readonly<Record<string, string>> }) {
  return (
    <table className={classes.table}>
      <tbody>
        {Object.entries(values).map(([name, value]) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
