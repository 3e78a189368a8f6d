import type { localeRoutes } from '@tributary/contract/settings/locale';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { Fault } from '../../platform/fault.ts';
import { readSettings, type SectionKeptElsewhere, saveSettings } from '../settings/index.ts';
import { localeOf } from '../tenancy/index.ts';
import { changeLocale, comeIntoForce } from './change-locale.ts';
import { localeState, previewLocale } from './preview.ts';

/** the section stands where trackers, days and money read it; what was chosen is what will be in force */
export const keptLocale: SectionKeptElsewhere<'locale'> = {
  now: async (tx, tenantId) => {
    const { timeZone, currency, next } = await localeOf(tx, tenantId);
    return { time_zone: next?.timeZone ?? timeZone, currency };
  },
  save: changeLocale,
};

export const localeHandlers = (): Handlers<typeof localeRoutes> => ({
  localeState: inTransaction((_input, call, tx) => localeState(tx, call.tenant.id)),
  previewLocale: inTransaction(({ query }, call, tx) => previewLocale(tx, call.tenant.id, query, call.clock.now())),
  cancelTimeZone: inTransaction(async (_input, call, tx) => {
    const { id } = call.tenant;
    await comeIntoForce(tx, id, call.clock);
    const { timeZone, currency, next } = await localeOf(tx, id);
    if (!next) throw new Fault('conflict', 'No other time zone is to come: there is nothing to cancel.');
    const value = { time_zone: timeZone, currency };
    await changeLocale(tx, call, value);
    const { version } = await readSettings(tx, id, 'locale');
    await saveSettings(tx, call, 'locale', { version, value }, { time_zone: next.timeZone, currency });
    return localeState(tx, id);
  }),
});
