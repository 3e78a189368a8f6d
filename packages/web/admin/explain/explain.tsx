// Explain: paste an id or an address, see what it names, and the thread from click to money.
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { explainRoutes, type Found, SEARCH_MOST } from '@tributary/contract/trust/explain';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import own from '../../features/explain/explain.module.css';
import { Lines, Part } from '../../features/explain/parts.tsx';
import { verdictText } from '../../features/explain/words.ts';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime, words } from '../../ui/format.ts';
import { IconSearch } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/explain.ts';
import { said } from '../../words/said.ts';
import { Explained } from './explained.tsx';
import { explainPath, receivedTabs } from './paths.ts';

type Answer = ResultOf<typeof explainRoutes.searchExplain>;
const named = (one: { name: string; number: number } | null) => one && `${one.name} (${one.number})`;

function resultText({ kind, result }: Found): string {
  if (kind === 'conversion') return words(result);
  if (kind !== 'receipt') return verdictText(result);
  return Object.hasOwn(receiptOutcomes, result)
    ? said(receiptOutcomes[result as keyof typeof receiptOutcomes])
    : result;
}

export default function ExplainScreen() {
  useTitle(t('title'));
  const { session } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const answer = useQuery({
    queryKey: ['explain', 'search', session.token, asked],
    enabled: asked !== null,
    queryFn: async ({ signal }) => {
      const reply = await call(explainRoutes.searchExplain, { body: { text: asked ?? '' } }, { session, signal });
      const [only, another] = reply.found;
      if (only && !another) void navigate(explainPath(only.id));
      return reply;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') setAsked(text.trim());
  };
  return (
    <>
      <PageHeader title={t('title')} note={t('purpose')} />
      <PageTabs label={t('title')} tabs={receivedTabs} />
      <form className={own.search} onSubmit={submit}>
        <TextInput
          label={t('searchLabel')}
          description={t('searchHelp')}
          value={text}
          maxLength={SEARCH_MOST}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.trim() === ''} loading={answer.isFetching}>
          {t('search')}
        </Button>
      </form>
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && answer.data.found.length !== 1 && <Results answer={answer.data} />}
      {id !== '' ? (
        <Explained id={id} />
      ) : (
        asked === null && (
          <EmptyState icon={<IconSearch size={28} aria-hidden />} title={t('emptyTitle')} text={t('emptyText')} />
        )
      )}
    </>
  );
}

function Results({ answer: { looked, found } }: { answer: Answer }) {
  return (
    <div className={own.thread}>
      {found.length > 0 ? (
        <Part title={t('found')}>
          <Lines
            lines={found.map((one) => ({
              key: one.id,
              at: dateTime(one.at),
              what: <Link to={explainPath(one.id)}>{`${t(`kind.${one.kind}`)}: ${resultText(one)}`}</Link>,
              more: [named(one.offer), named(one.publisher)].filter(Boolean).join(' · '),
            }))}
          />
        </Part>
      ) : (
        <Part title={t('nothingFound')}>
          <p>{t('lookedFor')}</p>
          <Lines
            lines={looked.map(({ what, value, genuine, day }) => ({
              key: `${what} ${value}`,
              at: t(`looked.${what}`),
              what: value,
              more:
                genuine === null ? t('isMissing') : genuine ? t('isGenuine', { day: day ?? '' }) : t('isNotGenuine'),
            }))}
          />
        </Part>
      )}
    </div>
  );
}
