// What a person should know: told once, shown at the bell, read or not by that person alone.
export {
  BLANKED,
  eraseNotifications,
  lastNotified,
  type NewNotification,
  notificationsAfter,
  notify,
  notifyEach,
} from './repo.ts';
export { notificationHandlers } from './routes.ts';
