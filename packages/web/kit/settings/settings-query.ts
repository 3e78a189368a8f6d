import type { ResultOf } from '@tributary/contract/route';
import { type SettingsName, settingsRoutes } from '@tributary/contract/settings';
import { call } from '../api/api.ts';
import type { Session } from '../api/session.ts';
import type { CallContext } from '../resource/declaration.ts';

export type Settings = ResultOf<typeof settingsRoutes.settings>;

export const settingsKey = (session: Session, name: SettingsName) => ['settings', session.token, name] as const;

/** the terms of payment are read by whoever works with money, too */
export const readSection = (section: SettingsName, context: CallContext): Promise<Settings> =>
  section === 'payment'
    ? call(settingsRoutes.paymentSettings, {}, context)
    : call(settingsRoutes.settings, { params: { section } }, context);

export const readHistory = (section: SettingsName, context: CallContext) =>
  section === 'payment'
    ? call(settingsRoutes.paymentSettingsHistory, {}, context)
    : call(settingsRoutes.settingsHistory, { params: { section } }, context);
