// Saved reports: open one, save what is shown, delete an own one; and the same report as a call for a program.
import { ActionIcon, Button, Menu, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { reportRoutes, type SavedReport, type StoredQuery } from '@tributary/contract/reports/reports';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconNote, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import classes from './report.module.css';
import { searchOfQuery } from './report-state.ts';
import { SaveDialog } from './save-dialog.tsx';
import { savedReportsKey, useSavedReports } from './use-report.ts';

interface SavedMenuProps {
  screen: SavedReport['screen'];
  query: StoredQuery;
  open: (query: StoredQuery) => void;
}

export function SavedMenu({ screen, query, open }: SavedMenuProps) {
  const { session } = useSession();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'save' | 'call' | null>(null);
  const rows = (useSavedReports().data?.rows ?? []).filter((one) => one.screen === screen);
  const remove = async ({ id, name }: SavedReport) => {
    const text = t('report.itsScheduleEndsWithIt');
    if (
      !(await confirmDialog({ title: t('report.delete', { name }), text, confirm: t('common.delete'), danger: true }))
    )
      return;
    try {
      await call(reportRoutes.deleteSavedReport, { params: { id } }, { session });
      await queryClient.invalidateQueries({ queryKey: savedReportsKey(session.token) });
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconNote size={16} aria-hidden />}>
            {t('report.saved')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('save')}>{t('report.saveThisReport')}</Menu.Item>
          <Menu.Item onClick={() => setDialog('call')}>{t('report.copyAsAnApiCall')}</Menu.Item>
          {rows.length > 0 && <Menu.Label>{t('report.open')}</Menu.Label>}
          {rows.map((one) => (
            <div key={one.id} className={classes.saved}>
              <Menu.Item onClick={() => open(one.query)}>
                {one.name}
                <small>{aboutText(one)}</small>
              </Menu.Item>
              {one.own && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={t('report.delete2', { name: one.name })}
                  onClick={() => void remove(one)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveDialog screen={screen} query={query} close={() => setDialog(null)} />}
      <Modal
        opened={dialog === 'call'}
        onClose={() => setDialog(null)}
        title={t('report.theSameReportForA')}
        size={640}
      >
        <Text mb="md">{t('report.withAnApiKeyIn')}</Text>
        <CopyLine label={t('report.apiCall')} text={apiCall(query)} />
      </Modal>
    </>
  );
}

function aboutText({ own, owner, shared, schedule, last_error }: SavedReport): string {
  const whose = own ? (shared ? t('report.shared') : t('report.onlyYou')) : t('report.by2', { owner });
  const sent = schedule ? t('report.sentEvery', { every: said(schedule.every) }) : '';
  return `${whose}${sent}${last_error ? t('report.lastSendingFailed', { lastError: last_error }) : ''}`;
}

const apiCall = (query: StoredQuery): string =>
  `curl -H 'Authorization: Bearer YOUR_API_KEY' '${location.origin}/api/reports?${searchOfQuery(query)}'`;
