// One change: field by field what was and what became, how it stands now where somebody has changed it since, and the way back.
import { Anchor, Group } from '@mantine/core';
import { type ChangeRow, changeLogRoutes } from '@tributary/contract/logs/change-log';
import { undoStates } from '@tributary/contract/logs/undo-states';
import type { ResultOf } from '@tributary/contract/route';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { dateTime } from '../../ui/format.ts';
import { IconArrowBackUp } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { isList, listWords, valueWords } from '../offers/page/change-words.ts';
import { ListChange } from '../offers/page/history-tab.tsx';
import { aboutChange, fieldOf, imageChange, isOneSided, objectPath, objectText, whoText } from './change-text.ts';
import classes from './changes.module.css';
import { actionText, fieldText, kindText, sourceWords } from './words.ts';

export const CHANGES = 'changes';
export const changePath = (id: string): string => `/am/account/changes?record=${id}`;

export const undo: RowAction<ChangeRow> = {
  label: t('logs.undo'),
  calls: changeLogRoutes.undoChange,
  icon: IconArrowBackUp,
  when: (row) => row.undo === 'possible',
  run: async (row, tools) => {
    const title = t('logs.undoQuestion', { action: actionText(row), object: objectText(row) });
    if (!(await confirmDialog({ title, text: t('logs.undoConsequence'), confirm: t('logs.undo') }))) return;
    try {
      await call(changeLogRoutes.undoChange, { params: { id: row.id } }, tools);
      toast.success(t('logs.undone'));
    } catch (error) {
      reportError('a change was not undone', error);
      toast.error(sentenceFor(error));
      // the drawer shows what stands in the way
      tools.show(row);
    }
    await tools.reload();
  },
};

type Change = ResultOf<typeof changeLogRoutes.change>;

export const ChangeDrawer = ({ id, tools }: DetailsProps<ChangeRow>) => (
  <LoadedRecord of={[CHANGES, id]} load={(context) => call(changeLogRoutes.change, { params: { id } }, context)}>
    {(change) => (
      <>
        <Group gap="xs">
          <strong>{actionText(change)}</strong>
          <VerbButtons row={change} actions={[undo]} tools={tools} />
        </Group>
        <Facts
          facts={[
            [t('common.time'), dateTime(change.at)],
            [t('logs.who'), whoText(change)],
            [kindText(change.object_kind), <ObjectLink key="object" change={change} />],
            [t('logs.source'), sourceWords[change.source]],
            [t('logs.ip'), change.ip],
            [t('logs.request'), change.request_id, 'wide'],
            [t('logs.undo'), said(undoStates[change.undo]), 'wide'],
            [t('logs.undoes'), change.undoes && <EntryLink id={change.undoes} />],
            [t('logs.undoneBy'), change.undone_by && <EntryLink id={change.undone_by} />],
          ]}
        />
        {change.fields.length > 0 && (
          <Section title={t('logs.whatChanged')}>
            <Fields change={change} />
          </Section>
        )}
      </>
    )}
  </LoadedRecord>
);

function ObjectLink({ change }: { change: Change }) {
  const path = objectPath(change);
  return path ? <Link to={path}>{objectText(change)}</Link> : objectText(change);
}

const EntryLink = ({ id }: { id: string }) => (
  <Anchor component={Link} to={changePath(id)}>
    {t('logs.thatEntry')}
  </Anchor>
);

function Fields({ change }: { change: Change }) {
  const about = aboutChange(change);
  const shown = change.fields.map(({ field }) => field);
  // some entries keep more than they changed: what of it was changed since stands in the way, too
  const besides = change.now?.filter(({ field, changed_since }) => changed_since && !shown.includes(field)) ?? [];
  return (
    <dl className={classes.fields}>
      {change.fields.map((changed) => {
        const { field, before, after } = changed;
        const name = fieldOf(change.action, field);
        const since = change.now?.find((one) => one.field === field && one.changed_since);
        return (
          <div key={field} data-since={since !== undefined || undefined}>
            <dt>{fieldText(name)}</dt>
            <dd>
              {imageChange(changed) ? (
                imageChange(changed)
              ) : isOneSided(field) ? (
                valueWords(name, after ?? before, about)
              ) : isList(name) ? (
                <ListChange field={name} before={before} after={after} about={about} />
              ) : (
                <>
                  {before !== null && <del>{valueWords(name, before, about)}</del>}{' '}
                  <ins>{valueWords(name, after, about)}</ins>
                </>
              )}
            </dd>
            {since && (
              <dd className={classes.now}>
                <span>{t('logs.now')}</span> <NowValue name={name} value={since.value} about={about} />
              </dd>
            )}
          </div>
        );
      })}
      {besides.map(({ field, value }) => (
        <div key={field} data-since>
          <dt>{fieldText(field)}</dt>
          <dd className={classes.now}>
            <span>{t('logs.now')}</span> <NowValue name={fieldOf(change.action, field)} value={value} about={about} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NowValue({ name, value, about }: { name: string; value: unknown; about: ReturnType<typeof aboutChange> }) {
  if (!isList(name) || !Array.isArray(value)) return valueWords(name, value, about);
  return value.map((row) => listWords(name, row, about)).join('; ') || valueWords(name, null, about);
}
