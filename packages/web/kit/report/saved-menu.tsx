// Saved reports: open one, save what is shown, delete an own one; and the same report as a call for a program.
import { ActionIcon, Button, Menu, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { reportRoutes, type SavedReport, type StoredQuery } from '@tributary/contract/reports';
import { useState } from 'react';
import { IconNote, IconTrash } from '../../ui/icons.ts';
import { call } from '../api.ts';
import { sentenceFor } from '../api-error.ts';
import { confirmDialog } from '../dialogs.tsx';
import { CopyLine } from '../inputs/copy-line.tsx';
import { useSession } from '../shell/session-context.ts';
import { toast } from '../toast.tsx';
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
    const text = 'Its schedule ends with it. The figures stay as they are.';
    if (!(await confirmDialog({ title: `Delete ${name}?`, text, confirm: 'Delete', danger: true }))) return;
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
            Saved
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('save')}>Save this report</Menu.Item>
          <Menu.Item onClick={() => setDialog('call')}>Copy as an API call</Menu.Item>
          {rows.length > 0 && <Menu.Label>Open</Menu.Label>}
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
                  aria-label={`Delete ${one.name}`}
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
        title="The same report for a program"
        size={640}
      >
        <Text mb="md">
          With an API key in place of YOUR_API_KEY this call answers with the same rows, totals and freshness as JSON.
        </Text>
        <CopyLine label="API call" text={apiCall(query)} />
      </Modal>
    </>
  );
}

function aboutText({ own, owner, shared, schedule, last_error }: SavedReport): string {
  const whose = own ? (shared ? 'Shared' : 'Only you') : `By ${owner}`;
  const sent = schedule ? `, sent every ${schedule.every}` : '';
  return `${whose}${sent}${last_error ? `. Last sending failed: ${last_error}` : ''}`;
}

const apiCall = (query: StoredQuery): string =>
  `curl -H 'Authorization: Bearer YOUR_API_KEY' '${location.origin}/api/reports?${searchOfQuery(query)}'`;
