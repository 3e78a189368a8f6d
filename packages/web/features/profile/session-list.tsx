// Open sessions, one line each: the device, where from, when last seen. The drawer of an account and the own settings
// both show this.
import type { ReactNode } from 'react';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { IconDeviceDesktop } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { Rich } from '../../words/rich.tsx';
import classes from './profile.module.css';
import { deviceOf } from './user-agent.ts';

export interface OpenSession {
  id: string;
  created_at: number;
  last_seen_at: number;
  ip: string;
  user_agent: string;
  impersonated: boolean;
  current?: boolean;
}

interface SessionListProps {
  sessions: readonly OpenSession[];
  /** at the end of a line */
  action?: (session: OpenSession) => ReactNode;
}

export function SessionList({ sessions, action }: SessionListProps) {
  return (
    <ul className={classes.sessions}>
      {sessions.map((session) => (
        <li key={session.id} className={classes.session}>
          <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
          <div className={classes.sessionWords}>
            <span className={classes.device} title={session.user_agent}>
              {deviceOf(session.user_agent)}
            </span>
            {session.current && <span className={classes.mark}>{t('profile.thisSession')}</span>}
            {session.impersonated && <span className={classes.mark}>{t('profile.openedByAnAccountManager')}</span>}
            <span className={classes.dim}>
              <Rich
                text={t('profile.sessionTimes', { ip: session.ip, since: dateTime(session.created_at) })}
                elements={{
                  seen: <time title={dateTime(session.last_seen_at)}>{relativeDate(session.last_seen_at)}</time>,
                }}
              />
            </span>
          </div>
          {action?.(session)}
        </li>
      ))}
    </ul>
  );
}
