// Shared links: which explanations partners can see, until when, who opened them, and the way to end one.
import { type ExplainLink, explainLinkLog, explainRoutes, linkStates } from '@tributary/contract/trust/explain';
import { shareSides } from '@tributary/contract/trust/explain-words';
import { Lines } from '../../features/explain/parts.tsx';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { dateTime } from '../../ui/format.ts';
import { IconEye, IconX } from '../../ui/icons.ts';
import { t as admin } from '../../words/admin.ts';
import { t } from '../../words/explain.ts';
import { explainPath, receivedTabs } from './paths.ts';

const LINKS = 'explain-links';
const tones = { open: 'good', ended: 'neutral', revoked: 'bad' } as const;
const wordsOf = <Name extends string>(names: readonly Name[], word: (name: Name) => string): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, word(name)])) as Record<Name, string>;

const revoke: RowAction<ExplainLink> = {
  label: t('revoke'),
  calls: explainRoutes.revokeExplainLink,
  icon: IconX,
  danger: true,
  when: (row) => row.state === 'open',
  run: async (row, tools) => {
    const question = { title: t('revokeQuestion'), text: t('revokeText'), confirm: t('revoke'), danger: true };
    if (!(await confirmDialog(question))) return;
    try {
      await call(explainRoutes.revokeExplainLink, { params: { id: row.id } }, tools);
      toast.success(t('revoked'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await tools.reload();
  },
};

const Opens = ({ id }: DetailsProps<ExplainLink>) => (
  <LoadedRecord of={[LINKS, id]} load={(context) => call(explainRoutes.explainLinkOpens, { params: { id } }, context)}>
    {({ rows }) => (
      <Section title={t('opensTitle')}>
        {rows.length === 0 ? (
          <p>{t('noOpens')}</p>
        ) : (
          <Lines
            lines={rows.map(({ at, ip, country, user_agent: agent }, index) => ({
              key: `${at} ${index}`,
              at: dateTime(at),
              what: [ip, country && nameOfCountry(country.toLowerCase())].filter(Boolean).join(', '),
              more: agent,
            }))}
          />
        )}
      </Section>
    )}
  </LoadedRecord>
);

const links = log(explainLinkLog, {
  name: LINKS,
  title: t('links'),
  purpose: t('linksPurpose'),
  load: explainRoutes.explainLinks,
  file: explainRoutes.exportExplainLinks,
  columns: [
    { id: 'made_at', title: t('made'), fixed: true, opens: true },
    {
      id: 'subject',
      title: t('explains'),
      kind: 'link',
      clip: true,
      value: (row) => row.subject.id,
      to: (row) => explainPath(row.subject.id),
    },
    { id: 'kind', title: t('what'), kind: 'text', value: (row) => t(`kind.${row.subject.kind}`), hidden: true },
    { id: 'partner', title: t('partner') },
    { id: 'side', title: t('with'), kind: 'text', value: (row) => t(`side.${row.side}`) },
    {
      id: 'state',
      title: t('status'),
      kind: 'status',
      value: (row) => t(`state.${row.state}`),
      tone: (row) => tones[row.state],
    },
    { id: 'ends_at', title: t('ends') },
    { id: 'opens', title: t('opens') },
    { id: 'opened_at', title: t('openedAt'), hidden: true },
    { id: 'made_by', title: t('madeBy'), hidden: true },
  ],
  nameOf: (row) => t('linkOf', { day: dateTime(row.made_at) }),
  filters: [
    wordFilter(
      'state',
      t('status'),
      wordsOf(linkStates, (name) => t(`state.${name}`)),
    ),
    wordFilter(
      'side',
      t('with'),
      wordsOf(shareSides, (name) => t(`side.${name}`)),
    ),
  ],
  rowActions: [
    { label: admin('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    revoke,
  ],
  details: Opens,
  detailsTitle: t('linkTitle'),
  empty: { title: t('noLinks'), text: t('noLinksText') },
  nothingFound: t('noLinkFits'),
});

export default function ExplainLinks() {
  return <LogPage log={links} intro={<PageTabs label={t('title')} tabs={receivedTabs} />} />;
}
