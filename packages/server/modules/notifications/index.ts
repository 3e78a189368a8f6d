// What a person should know: told once, shown at the bell, read or not by that person alone.
export { lastNotified, type NewNotification, notify } from './repo.ts';
export { notificationHandlers } from './routes.ts';
