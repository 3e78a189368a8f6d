// Settings › System: is everything running, what waits where, and what became of the traffic. Looked at again every few
// seconds while the page is seen.
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemRoutes } from '@tributary/contract/system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { useTitle } from '../../kit/use-title.ts';
import { Warnings } from '../../kit/warnings.tsx';
import { count } from '../../ui/format.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './system.module.css';
import { settingsTabs } from './tabs.ts';
import { TrackerList } from './tracker-list.tsx';
import { VerdictList } from './verdict-list.tsx';
import { ageText, overall, type System } from './words.ts';

const LOOK_AGAIN_MS = 5000;

export default function SystemScreen() {
  const { session } = useSession();
  useTitle('System');
  const answer = useQuery({
    queryKey: ['system', session.token],
    queryFn: ({ signal }) => call(systemRoutes.system, {}, { session, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader title="System" note="From click to report: what runs, what waits, what was refused." />
      <PageTabs label="Settings" tabs={settingsTabs} />
      {answer.data ? (
        <Health system={answer.data} isStale={answer.isError} />
      ) : answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : (
        <div aria-busy>
          <Skeleton height={68} mb={16} />
          <div className={classes.cards}>
            {['changes', 'lag', 'aside', 'jobs', 'postbacks'].map((card) => (
              <Skeleton key={card} height={112} />
            ))}
          </div>
          <Skeleton height={240} />
        </div>
      )}
    </>
  );
}

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, neutral: IconAlertTriangle } as const;

function Health({ system, isStale }: { system: System; isStale: boolean }) {
  const { text, tone, advice } = isStale
    ? {
        text: 'The server does not answer',
        tone: 'bad' as const,
        advice: 'What you see is how it was. Looking again every few seconds.',
      }
    : overall(system);
  const Icon = icons[tone];
  const { trackers, live_on, snapshot_version, intake, jobs, postbacks } = system;
  const aside = intake.quarantined_frames;
  return (
    <>
      <Warnings texts={system.warnings} />
      <div className={classes.banner} data-tone={tone} role="status">
        <Icon size={22} aria-hidden />
        <div>
          <p className={classes.headline}>{text}</p>
          <p>{advice}</p>
        </div>
      </div>
      <dl className={classes.cards}>
        <Card
          title="Your changes"
          figure={`Live on ${count(live_on)} of ${count(trackers.length)}`}
          help={`Version ${count(snapshot_version)} of your offers, links and rules.`}
        />
        <Card
          title="Waiting to be counted"
          figure={ageText(intake.lag_seconds, 'Nothing')}
          help="The age of the oldest click that reports do not show yet."
        />
        <Card
          title="Set aside"
          figure={aside === 0 ? 'Nothing' : `${count(aside)} ${aside === 1 ? 'record' : 'records'}`}
          help="Records that could not be read. They are kept, not counted."
        />
        <Card
          title="Jobs"
          figure={`${count(jobs.ready)} waiting`}
          help={`${count(jobs.running)} running, ${count(jobs.dead)} failed for good, ${count(jobs.waiting_events)} not yet handed over. Oldest: ${jobs.ready + jobs.waiting_events === 0 ? 'none' : ageText(jobs.oldest_seconds, 'none').toLowerCase()}.`}
        />
        <Card
          title="Postbacks"
          figure={postbacks.waiting === 0 ? 'None waiting' : `${count(postbacks.waiting)} waiting`}
          help={
            postbacks.failing === 0 ? (
              'Calls to publishers and webhooks that have not been made yet.'
            ) : (
              <>
                {`${count(postbacks.failing)} of them failed before and are tried again. `}
                <Anchor component={Link} to="/am/reports/affiliate-postbacks?state=waiting" inherit>
                  Show them
                </Anchor>
              </>
            )
          }
        />
      </dl>
      <TrackerList trackers={trackers} newest={snapshot_version} />
      <VerdictList trackers={trackers} />
    </>
  );
}

const Card = ({ title, figure, help }: { title: string; figure: string; help: ReactNode }) => (
  <div className={classes.card}>
    <dt>{title}</dt>
    <dd className={classes.figure}>{figure}</dd>
    <dd className={classes.help}>{help}</dd>
  </div>
);
