// Settings › Email Templates: every mail in every language, built-in or in the workspace's own words.
import { languages as languageCodes } from '@tributary/contract/accounts/profile';
import {
  type MailTemplateRow,
  mailTemplateList,
  mailTemplateRoutes,
  templateStates,
} from '@tributary/contract/mail-templates';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { IconPencil } from '../../ui/icons.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { languages } from '../../words/languages.ts';

export const stateWords: Record<MailTemplateRow['state'], string> = {
  'built-in': t('mailTemplates.builtIn'),
  own: t('mailTemplates.own'),
  broken: t('mailTemplates.broken'),
};
export const stateTones: Record<MailTemplateRow['state'], Tone> = { 'built-in': 'neutral', own: 'good', broken: 'bad' };

export const templatePath = ({ event, language }: Pick<MailTemplateRow, 'event' | 'language'>): string =>
  `/am/settings/mail-templates/${event}/${language}`;

const templates = resource(mailTemplateList, {
  name: 'mail-templates',
  title: t('menu.emailTemplates'),
  countText: (many) => t('mailTemplates.templates', { count: many }),
  load: mailTemplateRoutes.mailTemplates,
  file: mailTemplateRoutes.exportMailTemplates,
  nameOf: ({ title, language }) => t('mailTemplates.in', { title, language: languages[language] }),
  searchPlaceholder: t('mailTemplates.search'),
  defaultSort: 'title',
  filters: [
    {
      kind: 'one',
      name: 'language',
      label: t('mailTemplates.language'),
      options: languageCodes.map((value) => ({ value, label: languages[value] })),
    },
    {
      kind: 'one',
      name: 'state',
      label: t('common.state'),
      options: templateStates.map((value) => ({ value, label: stateWords[value] })),
    },
  ],
  columns: [
    {
      id: 'title',
      title: t('mailTemplates.mail'),
      kind: 'title',
      value: (row) => row.title,
      to: templatePath,
      fixed: true,
    },
    { id: 'language', title: t('mailTemplates.language'), kind: 'text', value: (row) => languages[row.language] },
    {
      id: 'state',
      title: t('common.state'),
      kind: 'status',
      value: (row) => stateWords[row.state],
      tone: (row) => stateTones[row.state],
    },
    { id: 'subject', title: t('mailTemplates.subject'), clip: true },
    { id: 'changed_by', title: t('mailTemplates.changedBy') },
    { id: 'changed_at', title: t('mailTemplates.changedAt') },
  ],
  rowActions: [
    {
      label: t('mailTemplates.open'),
      calls: null,
      icon: IconPencil,
      when: () => true,
      run: (row, { go }) => go(templatePath(row)),
    },
  ],
  texts: {
    loading: t('mailTemplates.loading'),
    emptyTitle: t('mailTemplates.none'),
    emptyText: t('mailTemplates.noneText'),
  },
});

export default function MailTemplates() {
  return <ResourcePage list={templates} />;
}
