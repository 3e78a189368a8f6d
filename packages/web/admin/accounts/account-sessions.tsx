// Where an account is signed in, and the way to end all of it.
import { Button } from '@mantine/core';
import { SessionList } from '../../features/profile/session-list.tsx';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/admin.ts';
import { nameOf } from './columns.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

export function AccountSessions({ words, account, tools }: PartProps) {
  const mayEnd = useMay()(words.routes.endSessions);
  if (account.sessions.length === 0) return <p className={classes.empty}>{t('accounts.notSignedInAnywhere')}</p>;
  const endAll = async () => {
    const question = {
      title: t('accounts.endAllSessionsOf', { words: nameOf(words, account) }),
      text: t('accounts.thisIsSignedOutEverywhere', { one: words.one }),
      confirm: t('accounts.endSessions'),
      danger: true,
    };
    if (!(await confirmDialog(question))) return;
    const sent = call(words.routes.endSessions, { params: { id: account.id } }, tools);
    await savePart(sent, t('accounts.sessionsEndedSuccessfully'), tools);
  };
  return (
    <>
      <SessionList sessions={account.sessions} />
      {mayEnd && (
        <Button variant="default" mt="xs" onClick={() => void endAll()}>
          {t('accounts.endAllSessions')}
        </Button>
      )}
    </>
  );
}
