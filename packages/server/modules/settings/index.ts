// Settings of a workspace: typed by their section's declaration (contract/settings.ts), versioned, with their history.
export { newestSettings } from './relations.repo.ts';
export { type SectionKeptElsewhere, type SettingsDeps, sectionSaver, settingsHandlers } from './routes.ts';
export { readSettings, type StoredSettings, saveSettings, settingsHistory, valueIn } from './settings.ts';
export { settingsChanged } from './topics.ts';
export { settingsInverses } from './undo.ts';
