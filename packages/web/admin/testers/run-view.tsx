// One test: its steps, what arrived, where the click leads, the publisher's calls, the chain.
import { Group } from '@mantine/core';
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { countryName } from '@tributary/contract/countries';
import { type TestRunDetails, testerRoutes } from '@tributary/contract/trust/testers';
import type { ReactNode } from 'react';
import { StepList } from '../../features/explain/steps.tsx';
import { verdictText } from '../../features/explain/words.ts';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Code, Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { count, dateTime, EMPTY } from '../../ui/format.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { readersLanguage } from '../../words/words.ts';
import {
  countryWords,
  deviceWords,
  kindWords,
  resultWords,
  stateTones,
  stateWords,
  stepWords,
  wayWords,
} from './paths.ts';
import own from './testers.module.css';

export const TESTS = 'test-reports';
const icons = { ok: IconCircleCheck, failed: IconCircleX, skipped: IconInfoCircle } as const;
const tones = { ok: 'good', failed: 'bad', skipped: undefined } as const;
const took = (ms: number | null): string => (ms === null ? EMPTY : t('testers.ms', { ms: count(ms) }));
/** one that is called twice is told apart by its place */
const keyed = <One extends { url: string }>(list: readonly One[]) =>
  list.map((one, place) => ({ ...one, key: `${place} ${one.url}` }));
const named = (one: { name: string; number: number } | null) => one && `${one.name} (${one.number})`;

const Steps = ({ steps }: Pick<TestRunDetails, 'steps'>) => (
  <ol className={classes.steps}>
    {steps.map(({ step, result, why }) => {
      const Mark = icons[result];
      return (
        <li key={step} className={classes.step}>
          <span className={classes.mark} data-tone={tones[result]}>
            <Mark size={18} role="img" aria-label={t(`testers.step.${result}`)} />
          </span>
          <span className={classes.stepName}>{stepWords[step]}</span>
          <span className={classes.saw}>{why ? resultWords[why] : t(`testers.step.${result}`)}</span>
        </li>
      );
    })}
  </ol>
);

const Calls = ({ calls }: Pick<TestRunDetails, 'calls'>) => (
  <Section title={t('testers.calls')}>
    {keyed(calls).map(({ key, url, method, sent, status, body, error, took_ms: ms }) => (
      <div key={key} className={own.call}>
        <Facts
          facts={[
            [t('testers.method'), method],
            [t('common.status'), sent ? (status === null ? error : `HTTP ${status}`) : t('testers.notSent')],
            [t('testers.took'), took(ms)],
          ]}
        />
        {url !== '' && <Code label={t('testers.calledUrl')}>{url}</Code>}
        {body !== null && body !== '' && (
          <>
            <span className={own.label}>{t('testers.answer')}</span>
            <Code label={t('testers.answer')}>{body}</Code>
          </>
        )}
      </div>
    ))}
  </Section>
);

const Chain = ({ chain }: Pick<TestRunDetails, 'chain'>) => (
  <Section title={t('testers.chain')}>
    <ol className={own.chain}>
      {keyed(chain).map(({ key, url, host, by, status, took_ms: ms, fault }) => (
        <li key={key}>
          <span className={own.hop}>
            <strong>{host || t('testers.noHost')}</strong>
            <span className={own.status}>{status === null ? EMPTY : status}</span>
            <span className={own.dim}>{took(ms)}</span>
            <span className={own.dim}>{wayWords[by]}</span>
          </span>
          {url !== '' && <span className={own.url}>{url}</span>}
          {fault && (
            <span className={own.fault}>
              <IconAlertTriangle size={16} aria-hidden />
              {resultWords[fault]}
            </span>
          )}
        </li>
      ))}
    </ol>
  </Section>
);

function Click({ click }: { click: NonNullable<TestRunDetails['click']> }) {
  const decidedBy = click.steps.find(({ result }) => result === click.verdict)?.step ?? null;
  return (
    <Section title={t('testers.click')}>
      <Facts
        facts={[
          [t('testers.verdict'), verdictText(click.verdict)],
          [t('testers.visitorGets'), click.status === null ? null : `HTTP ${click.status}`],
          [t('testers.clickId'), <code key="id">{click.id}</code>, 'wide'],
        ]}
      />
      {click.location !== '' && (
        <>
          <span className={own.label}>{t('testers.leadsTo')}</span>
          <Code label={t('testers.leadsTo')}>{click.location}</Code>
        </>
      )}
      <details className={own.more}>
        <summary>{t('testers.everyStep')}</summary>
        <p className={own.dim}>{t('testers.notAsked')}</p>
        <StepList steps={click.steps} decidedBy={decidedBy} />
      </details>
    </Section>
  );
}

const Values = ({ values, unknown }: Pick<TestRunDetails, 'values' | 'unknown'>) => (
  <Section title={t('testers.values')}>
    {values.length === 0 && <p className={own.dim}>{t('testers.noValues')}</p>}
    <Facts facts={values.map(({ name, value }) => [name, value] as const)} />
    {unknown.length > 0 && (
      <p className={own.fault}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('testers.unknown', { names: unknown.join(', ') })}
      </p>
    )}
  </Section>
);

function Run({ run, children }: { run: TestRunDetails; children?: ReactNode }) {
  const { kind, state, result, click, conversion, calls, chain, app } = run;
  const isPostback = kind === 'quick' || kind === 'deep';
  const country = run.country && countryName(run.country, readersLanguage());
  return (
    <>
      <Group gap="xs">
        <StatusBadge status={stateWords[state]} tone={stateTones[state]} />
        {result && result !== 'ok' && <span>{resultWords[result]}</span>}
        {state === 'running' && <span role="status">{t('testers.running')}</span>}
        {children}
      </Group>
      <Facts
        facts={[
          [t('testers.target'), run.target, 'wide'],
          [t('testers.kindOf'), kindWords[kind]],
          [t('common.time'), dateTime(run.at)],
          [t('testers.by'), run.by?.name ?? (run.rule ? t('testers.ofRule', { rule: run.rule.name }) : null)],
          [t('testers.took'), took(run.took_ms)],
          [t('common.offer'), named(run.offer)],
          [t('testers.affiliate'), named(run.publisher)],
          [t('common.country'), country],
          [t('testers.device'), deviceWords[run.device]],
          [t('testers.userAgent'), run.user_agent, 'wide'],
          [t('testers.app'), app && `${app.id} · ${t(`testers.store.${app.store}`)}`, 'wide'],
        ]}
      />
      {run.country && run.country_by && state !== 'running' && (
        <p className={own.dim}>{countryWords[run.country_by]}</p>
      )}
      {run.steps.length > 0 && (
        <Section title={t('testers.steps')}>
          <Steps steps={run.steps} />
        </Section>
      )}
      {click && <Click click={click} />}
      {isPostback && state !== 'running' && <Values values={run.values} unknown={run.unknown} />}
      {conversion && (
        <Section title={t('testers.conversion')}>
          <Facts
            facts={[
              [t('testers.outcome'), said(receiptOutcomes[conversion.outcome])],
              [t('common.goal'), conversion.goal],
            ]}
          />
        </Section>
      )}
      {calls.length > 0 && <Calls calls={calls} />}
      {chain.length > 0 && <Chain chain={chain} />}
      {state !== 'running' && <p className={own.dim}>{t('testers.nothingCounted')}</p>}
    </>
  );
}

export const RunView = ({ id, actions }: { id: string; actions?: (run: TestRunDetails) => ReactNode }) => (
  <LoadedRecord
    of={[TESTS, id]}
    load={(context) => call(testerRoutes.testRun, { params: { id } }, context)}
    isMoving={({ state }) => state === 'running'}
  >
    {(run) => <Run run={run}>{actions?.(run)}</Run>}
  </LoadedRecord>
);
