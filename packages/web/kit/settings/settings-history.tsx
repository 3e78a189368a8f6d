// What a section was before, newest first: who changed it, when, and to what.
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SettingsName } from '@tributary/contract/settings';
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import details from '../log-page/details.module.css';
import { FailedToLoad, Loading } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';
import { usePhone } from '../use-width.ts';
import { type AnySectionWords, type SettingValues, settingText } from './setting-fields.ts';
import { readHistory, settingsKey } from './settings-query.ts';

interface SettingsHistoryProps {
  name: SettingsName;
  words: AnySectionWords;
  opened: boolean;
  close: () => void;
}

export function SettingsHistory({ name, words, opened, close }: SettingsHistoryProps) {
  const phone = usePhone();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '92%' : 600}
      title={t('settings.historyOf', { title: words.title })}
    >
      <Versions name={name} words={words} />
    </Drawer>
  );
}

function Versions({ name, words }: Pick<SettingsHistoryProps, 'name' | 'words'>) {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: [...settingsKey(session, name), 'history'],
    queryFn: ({ signal }) => readHistory(name, { session, signal }),
  });
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (answer.data.rows.length === 0) return <p>{t('settings.asItBegan')}</p>;
  return (
    <table className={details.table}>
      <thead>
        <tr>
          <th>{t('common.time')}</th>
          <th>{t('settings.who')}</th>
          <th>{t('settings.setting')}</th>
        </tr>
      </thead>
      <tbody>
        {answer.data.rows.map((row) => (
          <tr key={row.version}>
            <td>{row.changed_at === null ? null : dateTime(row.changed_at)}</td>
            <td>{row.changed_by_name ?? t('settings.system')}</td>
            <td>
              <Values values={row.value} words={words} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Values = ({ values, words }: { values: SettingValues; words: AnySectionWords }) =>
  Object.entries(words.settings).map(([name, said]) => (
    <div key={name}>{`${said.label}: ${settingText(values[name], said)}`}</div>
  ));
