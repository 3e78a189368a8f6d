import type { ResultOf } from '@tributary/contract/route';
import type { SettingsName, settingsRoutes } from '@tributary/contract/settings';
import type { Session } from '../api/session.ts';

export type Settings = ResultOf<typeof settingsRoutes.settings>;

export const settingsKey = (session: Session, name: SettingsName) => ['settings', session.token, name] as const;
