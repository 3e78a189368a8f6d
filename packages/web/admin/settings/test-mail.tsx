// A test mail to oneself, and what the server said to it, word for word.
import { Alert, Button } from '@mantine/core';
import { mailServerRoutes } from '@tributary/contract/mail-server';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './sender.module.css';

interface Outcome {
  sent: boolean;
  to: string;
  from: string;
  answer: string;
}

interface TestMailProps {
  via: 'own' | 'platform';
  /** what it may have shown of the server is known by now */
  tried?: () => void;
}

export function TestMail({ via, tried }: TestMailProps) {
  const { session } = useSession();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (!may(mailServerRoutes.testMailServer)) return null;
  const send = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await call(mailServerRoutes.testMailServer, { body: { via } }, { session }));
      tried?.();
    } catch (error) {
      toast.error(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.test}>
      <Button variant="default" disabled={busy} onClick={() => void send()}>
        {busy ? t('sender.testing') : t('sender.test')}
      </Button>
      <div role="status">
        {outcome && (
          <Alert color={outcome.sent ? 'teal' : 'red'}>
            {outcome.sent
              ? t('sender.testSent', { to: outcome.to, from: outcome.from })
              : t('sender.testNotSent', { from: outcome.from })}{' '}
            {t('sender.answer')} <q className={classes.answer}>{saidByServer(outcome.answer)}</q>
          </Alert>
        )}
      </div>
    </div>
  );
}
