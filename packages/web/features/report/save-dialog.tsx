// Saves a report under a name, shares it inside the workspace, and sends it by mail on a schedule.
import { Button, Group, NativeSelect, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  reportRoutes,
  type SavedReport,
  type Schedule,
  type StoredQuery,
  weekdays,
} from '@tributary/contract/reports/reports';
import { type FormEvent, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { savedReportsKey } from './use-report.ts';

interface SaveDialogProps {
  close: () => void;
  screen: SavedReport['screen'];
  query: StoredQuery;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function SaveDialog({ close, screen, query }: SaveDialogProps) {
  const { session, user } = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [every, setEvery] = useState<Schedule['every'] | ''>('');
  const [hour, setHour] = useState(8);
  const [weekday, setWeekday] = useState(1);
  const [recipients, setRecipients] = useState([user.email]);
  const [fault, setFault] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const schedule = every ? { every, hour, recipients, weekday: every === 'week' ? weekday : null } : null;
    try {
      await call(reportRoutes.saveReport, { body: { name, screen, query, shared, schedule } }, { session });
      await queryClient.invalidateQueries({ queryKey: savedReportsKey(session.token) });
      toast.success(t('report.reportSaved'));
      close();
    } catch (error) {
      setFault(sentenceFor(error));
    }
  };
  return (
    <FormModal opened onClose={close} title={t('report.saveReport')} size={460}>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormMessage message={fault ? { tone: 'error', text: fault } : null} />
          <TextInput
            label={t('common.name')}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {session.role === 'admin' && (
            <Switch
              label={t('report.shareWithTheAccountManagers')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <NativeSelect
            label={t('report.sendByMail')}
            value={every}
            data={[
              { value: '', label: t('common.never') },
              { value: 'day', label: t('report.everyDay') },
              { value: 'week', label: t('report.everyWeek') },
              { value: 'month', label: t('report.everyMonthOnTheFirst') },
            ]}
            onChange={({ currentTarget: { value } }) => setEvery(value as Schedule['every'] | '')}
          />
          {every && (
            <>
              <Group grow>
                {every === 'week' && (
                  <NativeSelect
                    label={t('report.sendOn')}
                    value={String(weekday)}
                    data={weekdays.map((day, at) => ({ value: String(at + 1), label: said(day) }))}
                    onChange={(event) => setWeekday(Number(event.currentTarget.value))}
                  />
                )}
                <NativeSelect
                  label={t('report.at')}
                  value={String(hour)}
                  data={hours}
                  onChange={(event) => setHour(Number(event.currentTarget.value))}
                />
              </Group>
              <TagsInput
                label={t('report.sendTo')}
                description={t('report.addressesEachFollowedByEnter')}
                value={recipients}
                onChange={setRecipients}
                maxTags={10}
              />
            </>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('report.save')}</Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
