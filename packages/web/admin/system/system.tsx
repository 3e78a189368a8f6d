// Settings › System: is everything running, what waits where, and what became of the traffic. Looked at again every few
// seconds while the page is seen.
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { systemRoutes } from '@tributary/contract/system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { Warnings } from '../../kit/dialogs/warnings.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { count } from '../../ui/format.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { Drift } from './drift.tsx';
import classes from './system.module.css';
import { systemTabs } from './tabs.ts';
import { TrackerList } from './tracker-list.tsx';
import { VerdictList } from './verdict-list.tsx';
import { ageText, overall, type System } from './words.ts';

const LOOK_AGAIN_MS = 5000;

export default function SystemScreen() {
  const { session } = useSession();
  useTitle(t('common.system'));
  const answer = useQuery({
    queryKey: ['system', session.token],
    queryFn: ({ signal }) => call(systemRoutes.system, {}, { session, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader title={t('common.system')} note={t('system.fromClickToReportWhat')} />
      <PageTabs label={t('common.system')} tabs={systemTabs} />
      <Drift />
      {answer.data ? (
        <Health system={answer.data} isStale={answer.isError} />
      ) : answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : (
        <div aria-busy>
          <Skeleton height={68} mb={16} />
          <div className={classes.cards}>
            {['changes', 'lag', 'jobs', 'postbacks'].map((card) => (
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
        text: t('system.theServerDoesNotAnswer'),
        tone: 'bad' as const,
        advice: t('system.whatYouSeeIsHow'),
      }
    : overall(system);
  const Icon = icons[tone];
  const { trackers, live_on, snapshot_version, intake, jobs, postbacks } = system;
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
          title={t('system.yourChanges')}
          figure={t('system.liveOnOf', { liveOn: count(live_on), length: count(trackers.length) })}
          help={t('system.versionOfYourOffersLinks', { snapshotVersion: count(snapshot_version) })}
        />
        <Card
          title={t('system.waitingToBeCounted')}
          figure={ageText(intake.lag_seconds, t('system.nothing'))}
          help={t('system.theAgeOfTheOldest')}
        />
        <Card
          title={t('system.jobs')}
          figure={t('system.waiting', { ready: count(jobs.ready) })}
          help={t('system.jobsHelp', {
            running: count(jobs.running),
            dead: count(jobs.dead),
            waiting: count(jobs.waiting_events),
            oldest:
              jobs.ready + jobs.waiting_events === 0
                ? t('system.none')
                : ageText(jobs.oldest_seconds, t('system.none')).toLowerCase(),
          })}
        />
        <Card
          title={t('system.postbacks')}
          figure={
            postbacks.waiting === 0
              ? t('system.noneWaiting')
              : t('system.waiting2', { waiting: count(postbacks.waiting) })
          }
          help={
            postbacks.failing === 0 ? (
              t('system.callsToPublishersAndWebhooks')
            ) : (
              <>
                {t('system.ofThemFailedBeforeAnd', { failing: count(postbacks.failing) })}
                <Anchor component={Link} to="/am/reports/affiliate-postbacks?state=waiting" inherit>
                  {t('system.showThem')}
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
