// What happened that a person should know: the newest, how many are unread, and where each leads.
import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notificationRoutes } from '@tributary/contract/notifications';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { IconBell } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './tools.module.css';

const LOOK_AGAIN_MS = 60_000;
const MOST_SHOWN = 99;

export function NotificationsMenu() {
  const { session, type, impersonated_by: manager } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const key = ['notifications', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(notificationRoutes.notifications, {}, { session, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const unread = answer.data?.unread ?? 0;
  const rows = answer.data?.rows ?? [];
  const readAll = async () => {
    try {
      await call(notificationRoutes.readNotifications, {}, { session });
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={360} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.bell}
          aria-label={unread ? t('shell.notificationsUnread', { unread }) : t('shell.notifications')}
          onClick={() => setOpen(!open)}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && (
            <span className={classes.unread} aria-hidden>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('shell.notifications')}>
        <div className={classes.newsHead}>
          <h2>{t('shell.notifications')}</h2>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={unread === 0 || Boolean(manager)}
            onClick={() => void readAll()}
          >
            {t('shell.markAllAsRead')}
          </Button>
        </div>
        {answer.isPending && <Skeleton height={56} m="md" w="auto" />}
        {answer.isError && rows.length === 0 && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
        {answer.isSuccess && rows.length === 0 && (
          <EmptyState
            title={t('shell.noNotificationsYet')}
            text={type === 'admin' ? t('shell.newSignUpsAndRequests') : t('shell.whatConcernsYou')}
          />
        )}
        <ul className={classes.news}>
          {rows.map(({ id, text, path, at, unread: isNew }) => (
            <li key={id}>
              <Link
                to={path}
                className={classes.newsItem}
                data-unread={isNew || undefined}
                onClick={() => setOpen(false)}
              >
                <span className={classes.newsText}>{text}</span>
                <span className={classes.newsTime}>
                  <time title={dateTime(at)}>{relativeDate(at)}</time>
                  {isNew && ` · ${t('shell.unread')}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
