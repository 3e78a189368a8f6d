// Conversions › Recounted days: each day counted again from single rows, in the publisher's own figures.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type OwnRecount, ownRecountList, recountRoutes } from '@tributary/contract/trust/recounts';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, count } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { conversionTabs } from './tabs.ts';

const resultWords = { agrees: t('recounts.agrees'), differs: t('recounts.differs') } as const;

const recounts = resource(ownRecountList, {
  name: 'own-recounts',
  title: t('recounts.title'),
  countText: (many) => t('recounts.days', { count: many }),
  load: recountRoutes.ownRecounts,
  file: recountRoutes.exportOwnRecounts,
  nameOf: ({ day }) => calendarDay(day),
  searchPlaceholder: t('recounts.search'),
  defaultSort: '-day',
  columns: [
    { id: 'day', title: t('recounts.day'), kind: 'text', value: ({ day }) => calendarDay(day), fixed: true },
    { id: 'clicks', title: t('recounts.clicks') },
    { id: 'conversions', title: t('recounts.conversions') },
    { id: 'differs', title: t('recounts.result'), words: resultWords },
    { id: 'at', title: t('recounts.at') },
  ],
  filters: [{ kind: 'flag', name: 'differs', label: t('recounts.onlyDifferences') }],
  texts: { loading: t('recounts.loading'), emptyTitle: t('recounts.none'), emptyText: t('recounts.noneText') },
});

export default function Recounts() {
  return <ResourcePage list={recounts} intro={<PageTabs label={t('common.conversion')} tabs={conversionTabs} />} />;
}

function lineOf({ day: date, clicks: clicked, conversions: converted, differs }: OwnRecount): string {
  const [day, clicks, conversions] = [calendarDay(date), count(clicked), count(converted)];
  return differs
    ? t('recounts.lineDiffers', { day, clicks, conversions })
    : t('recounts.line', { day, clicks, conversions });
}

/** the newest day, for the first page */
export function LastRecount() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['own-recounts', 'last', session.token],
    queryFn: ({ signal }) => call(recountRoutes.ownRecounts, { query: { page_size: 1 } }, { session, signal }),
  });
  const last = answer.data?.rows[0];
  if (!last) return null;
  return (
    <Text mt="md" c={last.differs ? 'red' : 'dimmed'} role="note">
      {lineOf(last)} <Link to="/publisher/reports/conversions/recounts">{t('recounts.allDays')}</Link>
    </Text>
  );
}
