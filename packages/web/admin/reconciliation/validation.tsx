// Conversion Logs › Validation: files of advertisers held against our conversions.
import {
  type Reconciliation,
  reconciliationList,
  reconciliationRoutes,
} from '@tributary/contract/trust/reconciliations';
import {
  isWorking,
  RECONCILIATIONS,
  stateTones,
  stateWords,
  VALIDATION,
  validationTitle,
} from '../../features/reconciliation/words.ts';
import { call } from '../../kit/api/api.ts';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { calendarDay } from '../../ui/format.ts';
import { IconEye, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { t as say } from '../../words/kit.ts';
import { conversionTabs } from '../lots/words.ts';
import { UploadValidation } from './upload.tsx';

const pathOf = ({ id }: Reconciliation): string => `${VALIDATION.admin}/${id}`;

const list = resource(reconciliationList, {
  name: RECONCILIATIONS,
  title: validationTitle,
  countText: (many) => say('validation.count', { count: many }),
  load: reconciliationRoutes.reconciliations,
  file: reconciliationRoutes.exportReconciliations,
  nameOf: ({ file_name }) => file_name,
  searchPlaceholder: say('validation.search'),
  defaultSort: '-created_at',
  isMoving: isWorking,
  columns: [
    {
      id: 'file_name',
      title: say('validation.file'),
      kind: 'link',
      value: (row) => row.file_name,
      to: pathOf,
      fixed: true,
    },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'advertiser', title: t('common.advertiser') },
    {
      id: 'period_from',
      title: say('validation.period'),
      kind: 'text',
      value: (row) => `${calendarDay(row.period_from)} – ${calendarDay(row.period_to)}`,
    },
    { id: 'offer', title: t('common.offer'), empty: say('validation.allOffers') },
    { id: 'lines', title: say('validation.lines') },
    {
      id: 'origin',
      title: say('validation.uploadedBy'),
      words: { manager: say('validation.byManager'), advertiser: t('common.advertiser') },
    },
    { id: 'created_at', title: say('validation.uploaded') },
    { id: 'reason', title: t('common.reason'), clip: true, hidden: true },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
    namedFilter('advertiser', t('common.advertiser'), (row) => row.advertiser),
  ],
  rowActions: [
    {
      label: say('validation.look'),
      calls: null,
      icon: IconEye,
      when: () => true,
      run: (row, { go }) => go(pathOf(row)),
    },
    rowCall<Reconciliation>({
      label: say('validation.remove'),
      calls: reconciliationRoutes.deleteReconciliation,
      icon: IconTrash,
      danger: true,
      when: ({ state }) => state === 'matching' || state === 'open',
      ask: ({ file_name }) => ({
        title: say('validation.removeAsk', { name: file_name }),
        text: say('validation.removeText'),
        confirm: say('validation.remove'),
        danger: true,
      }),
      send: ({ id }, context) => call(reconciliationRoutes.deleteReconciliation, { params: { id } }, context),
      done: say('validation.removed'),
    }),
  ],
  add: { label: say('validation.upload'), calls: reconciliationRoutes.startReconciliation, dialog: 'upload' },
  dialogs: { upload: UploadValidation },
  texts: {
    loading: say('validation.loading'),
    emptyTitle: say('validation.none'),
    emptyText: say('validation.noneText'),
  },
});

export default function Validation() {
  return <ResourcePage list={list} intro={<PageTabs label={t('common.conversionLogs')} tabs={conversionTabs} />} />;
}
