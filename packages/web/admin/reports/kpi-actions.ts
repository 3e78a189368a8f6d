// What can be done with a source that misses its offer's targets: warn the publisher, or close the offer to it.

import { type KpiRow, kpiOps } from '@tributary/contract/offers/kpi';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { figureText } from '../../features/report/figure.ts';
import { call } from '../../kit/api/api.ts';
import { confirmDialog, reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { RowAction, Tools } from '../../kit/resource/declaration.ts';
import { IconChartBar, IconMail, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';

type Target = KpiRow['targets'][number];

const percentText = (value: string | number | null) => figureText(value, 'percent', '');
export const targetText = ({ from, to, op, percent, actual, state, sample, min_sample }: Target): string => {
  const wanted = `${op === 'at_least' ? '≥' : '≤'} ${percentText(percent)}`;
  const so = state === 'few' ? t('reports.ofSoFar', { sample, minSample: min_sample }) : '';
  return `${from ?? t('common.clicks')} → ${to}: ${percentText(actual)} (${wanted}${so})`;
};
const sentenceOf = ({ from, to, op, percent, actual }: Target): string =>
  t('reports.kpiBreach', {
    from: from ?? t('reports.clicks'),
    to,
    actual: percentText(actual),
    wanted: `${said(kpiOps[op])} ${percentText(percent)}`,
  });

export const behindPath = ({ offer, publisher, source }: KpiRow, period: URLSearchParams): string => {
  const search = new URLSearchParams(period);
  search.set('dimensions', 'day');
  search.set('filter[offer]', String(offer?.number ?? ''));
  search.set('filter[publisher]', String(publisher?.number ?? ''));
  search.set('filter[source]', source ?? '');
  return `/am/reports?${search}`;
};

async function attempt(run: () => Promise<unknown>, done: string, { reload }: Tools<KpiRow>): Promise<void> {
  try {
    await run();
    toast.success(done);
  } catch (error) {
    toast.error(sentenceFor(error));
  }
  await reload();
}

const setState = (row: KpiRow, state: 'allowed' | 'blocked', { session }: Tools<KpiRow>) =>
  call(
    offerRoutes.setPermission,
    { params: { id: row.offer?.id ?? '' }, body: { publisher_ids: [row.publisher?.id ?? ''], state } },
    { session },
  );

const pause: RowAction<KpiRow> = {
  label: t('reports.pausePublisherOnThisOffer'),
  calls: offerRoutes.setPermission,
  icon: IconPlayerPause,
  danger: true,
  when: ({ offer, publisher, blocked }) => offer !== null && publisher !== null && !blocked,
  run: async (row, tools) => {
    const question = {
      title: t('reports.pauseOn', { name: row.publisher?.name ?? '', name2: row.offer?.name ?? '' }),
      text: t('reports.thePublisherNoLongerSees'),
      confirm: t('common.pause'),
      danger: true,
    };
    if (await confirmDialog(question))
      await attempt(() => setState(row, 'blocked', tools), t('reports.publisherPaused'), tools);
  },
};

const resume: RowAction<KpiRow> = {
  label: t('reports.letThePublisherRunIt'),
  calls: offerRoutes.setPermission,
  icon: IconPlayerPlay,
  when: ({ offer, publisher, blocked }) => offer !== null && publisher !== null && blocked,
  run: async (row, tools) => {
    const question = {
      title: t('reports.letRunAgain', { name: row.publisher?.name ?? '', name2: row.offer?.name ?? '' }),
      text: t('reports.itsLinksLeadToThe'),
      confirm: t('common.allow'),
    };
    if (await confirmDialog(question))
      await attempt(() => setState(row, 'allowed', tools), t('reports.publisherAllowed'), tools);
  },
};

const warn: RowAction<KpiRow> = {
  label: t('reports.warnPublisher'),
  calls: offerRoutes.warnPublisher,
  icon: IconMail,
  when: ({ offer, publisher }) => offer !== null && publisher !== null,
  run: async (row, tools) => {
    const { offer, publisher, targets, source } = row;
    const breaches = targets.filter(({ state }) => state === 'breached').map(sentenceOf);
    const place = source ? [t('reports.itIsAboutYourSource', { source })] : [];
    const message = await reasonDialog(
      {
        title: t('reports.warnAbout', { name: publisher?.name ?? '', name2: offer?.name ?? '' }),
        text: t('reports.thePublisherGetsAMail'),
        confirm: t('reports.sendWarning'),
      },
      { maxLength: 1000, usual: breaches.map((sentence) => [sentence, ...place].join(' ')) },
    );
    if (message === null) return;
    const body = { publisher_id: publisher?.id ?? '', message };
    const send = () =>
      call(offerRoutes.warnPublisher, { params: { id: offer?.id ?? '' }, body }, { session: tools.session });
    await attempt(send, t('reports.warningSent'), tools);
  },
};

export const kpiActions = (period: URLSearchParams): readonly RowAction<KpiRow>[] => [
  warn,
  pause,
  resume,
  {
    label: t('reports.openInReports'),
    calls: null,
    icon: IconChartBar,
    when: () => true,
    run: (row, { go }) => go(behindPath(row, period)),
  },
];
