// What a person should know: told once, shown at the bell, read or not by that person alone.
export { BLANKED, lastNotified, type NewNotification, notify, notifyEach } from './repo.ts';
export { notificationHandlers } from './routes.ts';
