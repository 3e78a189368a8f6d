// Change logs: what was changed, by whom, where from, before and after, with the way back.
import { changeLog, changeLogRoutes } from '@tributary/contract/logs/change-log';
import { changeActions, trailKinds } from '@tributary/contract/logs/trail-actions';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { IconEye } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { CHANGES, ChangeDrawer, changePath, undo } from './change-drawer.tsx';
import { changeText, objectPath, objectText, whoText } from './change-text.ts';
import { peopleFilter } from './people-filter.ts';
import { actionText, kindText, meantBy, sourceWords } from './words.ts';

const undoWords = (state: string): string =>
  state === 'possible' ? t('logs.canBeUndone') : state === 'undone' ? t('logs.isUndone') : t('logs.cannotBeUndone');

const changes = log(changeLog, {
  name: CHANGES,
  title: t('menu.changeLogs'),
  purpose: t('logs.changesPurpose'),
  load: changeLogRoutes.changeLog,
  file: changeLogRoutes.exportChangeLog,
  columns: [
    { id: 'at', title: t('common.time'), fixed: true, opens: true },
    { id: 'actor', title: t('logs.who'), kind: 'text', value: whoText },
    {
      id: 'action',
      title: t('logs.action'),
      kind: 'link',
      value: actionText,
      to: ({ undoes }) => (undoes === null ? undefined : changePath(undoes)),
    },
    { id: 'object', title: t('logs.object'), kind: 'link', value: objectText, to: objectPath },
    { id: 'after', title: t('logs.whatChanged'), kind: 'text', clip: true, value: changeText },
    { id: 'source', title: t('logs.source'), kind: 'text', value: ({ source }) => sourceWords[source] },
    { id: 'undo', title: t('logs.undo'), kind: 'text', value: (row) => undoWords(row.undo) },
    {
      id: 'object_kind',
      title: t('logs.objectKind'),
      kind: 'text',
      value: (row) => kindText(row.object_kind),
      hidden: true,
    },
    { id: 'ip', title: t('logs.ip'), hidden: true },
    { id: 'request_id', title: t('logs.request'), clip: true, hidden: true },
  ],
  nameOf: (row) => `${actionText(row)}: ${objectText(row)}`,
  searchPlaceholder: t('logs.searchChanges'),
  alsoAsks: meantBy,
  filters: [
    peopleFilter((row) => row.actor),
    wordFilter('object_kind', t('logs.objectKind'), trailKinds),
    wordFilter('source', t('logs.source'), sourceWords),
    { kind: 'text', name: 'object_id', label: t('logs.objectId') },
    wordFilter('action', t('logs.action'), changeActions),
  ],
  hasPeriod: true,
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    undo,
  ],
  details: ChangeDrawer,
  detailsTitle: t('logs.change'),
  empty: { title: t('logs.noChanges'), text: t('logs.noChangesText') },
  nothingFound: t('logs.noChangeFits'),
});

export default function ChangeLogs() {
  return <LogPage log={changes} />;
}
