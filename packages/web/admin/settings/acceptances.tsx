// Settings › General › Acceptances: who accepted which terms, when and from where.
import { partnerKinds } from '@tributary/contract/accounts/signup';
import { acceptanceList, termsRoutes } from '@tributary/contract/accounts/terms';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/admin.ts';
import { generalTabs } from './tabs.ts';
import { audienceWords } from './terms.tsx';

const acceptances = resource(acceptanceList, {
  name: 'terms-acceptances',
  title: t('terms.acceptances'),
  countText: (many) => t('terms.acceptancesMany', { count: many }),
  load: termsRoutes.acceptances,
  file: termsRoutes.exportAcceptances,
  nameOf: (row) => row.name,
  searchPlaceholder: t('terms.searchAcceptances'),
  defaultSort: '-at',
  filters: [
    {
      kind: 'one',
      name: 'audience',
      label: t('terms.audience'),
      options: partnerKinds.map((value) => ({ value, label: audienceWords()[value] })),
    },
  ],
  columns: [
    { id: 'at', title: t('terms.acceptedAt') },
    { id: 'name', title: t('common.account'), fixed: true },
    { id: 'email', title: t('common.email') },
    { id: 'audience', title: t('terms.audience'), kind: 'text', value: (row) => audienceWords()[row.audience] },
    { id: 'number', title: t('terms.version') },
    { id: 'language', title: t('terms.language') },
    {
      id: 'place',
      title: t('terms.where'),
      kind: 'text',
      value: (row) => (row.place === 'signup' ? t('terms.atSignup') : t('terms.inPortal')),
    },
    { id: 'ip', title: t('terms.ip') },
  ],
  texts: {
    loading: t('terms.loadingAcceptances'),
    emptyTitle: t('terms.noAcceptances'),
    emptyText: t('terms.noAcceptancesText'),
  },
});

export default function Acceptances() {
  return <ResourcePage list={acceptances} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
