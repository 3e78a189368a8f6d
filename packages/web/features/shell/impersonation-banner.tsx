// Over a portal that an account manager has entered in the user's name: who, for how long still, and the way back.
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { logout } from '../../kit/api/logout.ts';
import { accountListOf } from '../../kit/api/session.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconArrowLeft, IconLogin2 } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { Rich } from '../../words/rich.tsx';
import classes from './notice.module.css';

export function ImpersonationBanner() {
  const { user, impersonated_by: manager, expires_at, session, type } = useSession();
  const left = useSecondsUntil(expires_at);
  const [leaving, setLeaving] = useState(false);
  if (!manager) return null;
  const back = async () => {
    setLeaving(true);
    await logout(session);
    // a fresh page: the console's own session takes over
    location.assign(accountListOf[type]);
  };
  return (
    <section className={classes.notice} aria-label={t('shell.loginAs')}>
      <span className={classes.words}>
        <IconLogin2 size={18} aria-hidden />
        <span>
          <Rich
            text={t('shell.inTheAccountOf', { manager: manager.name })}
            elements={{
              person: (
                <strong>
                  {user.first_name} {user.last_name}
                </strong>
              ),
            }}
          />
        </span>
      </span>
      <span className={classes.time} role="timer">
        {left > 0 ? t('shell.left', { left: clock(left) }) : t('shell.thisSessionHasEnded')}
      </span>
      <Button
        size="xs"
        variant="default"
        disabled={leaving}
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => void back()}
      >
        {t('shell.backToTheConsole')}
      </Button>
    </section>
  );
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function useSecondsUntil(end: number): number {
  const remaining = () => Math.max(0, end - Math.floor(Date.now() / 1000));
  const [left, setLeft] = useState(remaining);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, end - Math.floor(Date.now() / 1000))), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
