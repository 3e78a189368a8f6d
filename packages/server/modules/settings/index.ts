// Settings of a workspace: typed by their section's declaration (contract/settings.ts), versioned, with their history.
export { settingsHandlers } from './routes.ts';
export { readSettings, type StoredSettings, saveSettings, settingsHistory } from './settings.ts';
export { settingsChanged } from './topics.ts';
export { settingsInverses } from './undo.ts';
