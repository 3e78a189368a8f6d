// Where an account is signed in, and the way to end all of it.
import { Button } from '@mantine/core';
import { call } from '../../kit/api.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import { SessionList } from '../../kit/profile/session-list.tsx';
import { nameOf } from './columns.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

export function AccountSessions({ words, account, tools }: PartProps) {
  if (account.sessions.length === 0) return <p className={classes.empty}>Not signed in anywhere.</p>;
  const endAll = async () => {
    const question = {
      title: `End all sessions of ${nameOf(words, account)}?`,
      text: `This ${words.one} is signed out everywhere at once and can sign in again.`,
      confirm: 'End sessions',
      danger: true,
    };
    if (!(await confirmDialog(question))) return;
    const sent = call(words.routes.endSessions, { params: { id: account.id } }, tools);
    await savePart(sent, 'Sessions ended successfully!', tools);
  };
  return (
    <>
      <SessionList sessions={account.sessions} />
      <Button variant="default" mt="xs" onClick={() => void endAll()}>
        End all sessions
      </Button>
    </>
  );
}
