// What can be done with a source that misses its offer's targets: warn the publisher, or close the offer to it.

import { type KpiRow, kpiOps } from '@tributary/contract/kpi';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog, reasonDialog } from '../../kit/dialogs.tsx';
import { figureText } from '../../kit/report/figure.ts';
import type { RowAction, Tools } from '../../kit/resource/declaration.ts';
import { toast } from '../../kit/toast.tsx';
import { IconChartBar, IconMail, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';

type Target = KpiRow['targets'][number];

const percentText = (value: string | number | null) => figureText(value, 'percent', '');
export const targetText = ({ from, to, op, percent, actual, state, sample, min_sample }: Target): string => {
  const wanted = `${op === 'at_least' ? '≥' : '≤'} ${percentText(percent)}`;
  const so = state === 'few' ? `, ${sample} of ${min_sample} so far` : '';
  return `${from ?? 'Clicks'} → ${to}: ${percentText(actual)} (${wanted}${so})`;
};
const sentenceOf = ({ from, to, op, percent, actual }: Target): string =>
  `From ${from ?? 'clicks'} to ${to} your traffic has ${percentText(actual)}; the campaign asks for ${kpiOps[op]} ${percentText(percent)}.`;

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
  label: 'Pause publisher on this offer',
  icon: IconPlayerPause,
  danger: true,
  when: ({ offer, publisher, blocked }) => offer !== null && publisher !== null && !blocked,
  run: async (row, tools) => {
    const question = {
      title: `Pause ${row.publisher?.name} on ${row.offer?.name}?`,
      text: 'The publisher no longer sees the offer, and clicks from all its sources on existing links go to the fallback.',
      confirm: 'Pause',
      danger: true,
    };
    if (await confirmDialog(question)) await attempt(() => setState(row, 'blocked', tools), 'Publisher paused.', tools);
  },
};

const resume: RowAction<KpiRow> = {
  label: 'Let the publisher run it again',
  icon: IconPlayerPlay,
  when: ({ offer, publisher, blocked }) => offer !== null && publisher !== null && blocked,
  run: async (row, tools) => {
    const question = {
      title: `Let ${row.publisher?.name} run ${row.offer?.name} again?`,
      text: 'Its links lead to the offer again within seconds.',
      confirm: 'Allow',
    };
    if (await confirmDialog(question))
      await attempt(() => setState(row, 'allowed', tools), 'Publisher allowed.', tools);
  },
};

const warn: RowAction<KpiRow> = {
  label: 'Warn publisher',
  icon: IconMail,
  when: ({ offer, publisher }) => offer !== null && publisher !== null,
  run: async (row, tools) => {
    const { offer, publisher, targets, source } = row;
    const breaches = targets.filter(({ state }) => state === 'breached').map(sentenceOf);
    const place = source ? [`It is about your source ${source}.`] : [];
    const message = await reasonDialog(
      {
        title: `Warn ${publisher?.name} about ${offer?.name}?`,
        text: 'The publisher gets a mail with what you write here. Nothing else changes.',
        confirm: 'Send warning',
      },
      { maxLength: 1000, usual: breaches.map((sentence) => [sentence, ...place].join(' ')) },
    );
    if (message === null) return;
    const body = { publisher_id: publisher?.id ?? '', message };
    const send = () =>
      call(offerRoutes.warnPublisher, { params: { id: offer?.id ?? '' }, body }, { session: tools.session });
    await attempt(send, 'Warning sent.', tools);
  },
};

export const kpiActions = (period: URLSearchParams): readonly RowAction<KpiRow>[] => [
  warn,
  pause,
  resume,
  {
    label: 'Open in Reports',
    icon: IconChartBar,
    when: () => true,
    run: (row, { go }) => go(behindPath(row, period)),
  },
];
