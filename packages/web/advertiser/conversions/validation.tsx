// Conversion Report › Validation: the advertiser's own files, each a proposal that its account manager applies.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import {
  type OwnReconciliation,
  ownReconciliationList,
  reconciliationRoutes,
} from '@tributary/contract/trust/reconciliations';
import { UploadDialog } from '../../features/reconciliation/upload-dialog.tsx';
import {
  isWorking,
  RECONCILIATIONS,
  stateTones,
  stateWords,
  VALIDATION,
  validationTitle,
} from '../../features/reconciliation/words.ts';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DialogProps, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { calendarDay } from '../../ui/format.ts';
import { IconEye, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/advertiser.ts';
import { t as say } from '../../words/kit.ts';
import { conversionTabs } from './tabs.ts';

const pathOf = ({ id }: OwnReconciliation): string => `${VALIDATION.advertiser}/${id}`;

function Upload({ close, tools }: DialogProps<OwnReconciliation>) {
  const { session } = tools;
  const setup = useQuery({
    queryKey: ['own-postback-setup', session.token, ''],
    queryFn: ({ signal }) => call(conversionRoutes.ownPostbackSetup, { query: {} }, { session, signal }),
  });
  return (
    <UploadDialog
      isReady
      offers={(value, set) => (
        <Select
          label={t('common.campaign')}
          placeholder={say('validation.allCampaigns')}
          clearable
          searchable
          data={(setup.data?.offers ?? []).map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
          value={value}
          onChange={set}
        />
      )}
      read={(file) => call(reconciliationRoutes.readOwnReconciliationFile, { body: { file } }, { session })}
      send={async (body) => {
        const { id } = await call(reconciliationRoutes.startOwnReconciliation, { body }, { session });
        close();
        tools.go(`${VALIDATION.advertiser}/${id}`);
      }}
      close={close}
    />
  );
}

const list = resource(ownReconciliationList, {
  name: RECONCILIATIONS,
  title: validationTitle,
  countText: (many) => say('validation.count', { count: many }),
  load: reconciliationRoutes.ownReconciliations,
  file: reconciliationRoutes.exportOwnReconciliations,
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
    { id: 'state', title: say('validation.state'), words: stateWords, tones: stateTones },
    {
      id: 'period_from',
      title: say('validation.period'),
      kind: 'text',
      value: (row) => `${calendarDay(row.period_from)} – ${calendarDay(row.period_to)}`,
    },
    { id: 'offer', title: t('common.campaign'), empty: say('validation.allCampaigns') },
    { id: 'lines', title: say('validation.lines') },
    { id: 'created_at', title: say('validation.uploaded') },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: say('validation.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
  ],
  rowActions: [
    {
      label: say('validation.look'),
      calls: null,
      icon: IconEye,
      when: () => true,
      run: (row, { go }) => go(pathOf(row)),
    },
    rowCall<OwnReconciliation>({
      label: say('validation.takeBack'),
      calls: reconciliationRoutes.deleteOwnReconciliation,
      icon: IconTrash,
      danger: true,
      when: ({ state, origin }) => origin === 'advertiser' && (state === 'matching' || state === 'open'),
      ask: ({ file_name }) => ({
        title: say('validation.takeBackAsk', { name: file_name }),
        text: say('validation.takeBackText'),
        confirm: say('validation.takeBack'),
        danger: true,
      }),
      send: ({ id }, context) => call(reconciliationRoutes.deleteOwnReconciliation, { params: { id } }, context),
      done: say('validation.takenBack'),
    }),
  ],
  add: { label: say('validation.upload'), calls: reconciliationRoutes.startOwnReconciliation, dialog: 'upload' },
  dialogs: { upload: Upload },
  texts: {
    loading: say('validation.loading'),
    emptyTitle: say('validation.none'),
    emptyText: say('validation.noneText'),
  },
});

export default function OwnValidation() {
  return <ResourcePage list={list} intro={<PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />} />;
}
