// How a saved section is taken back: what it held before is saved as its next version, whichever section it is.
import { type SettingsName, settingsNames, settingsRoutes } from '@tributary/contract/settings';
import type { Change, Inverses } from '../audit/index.ts';
import { trailForm } from '../audit/index.ts';
import { readSettings, sectionOf } from './settings.ts';

const sectionIn = ({ before }: Change): SettingsName | undefined =>
  settingsNames.find((name) => name === before?.section);

export const settingsInverses: Inverses = {
  'settings.changed': {
    route: () => settingsRoutes.saveSettings,
    isWhole: (change) => sectionIn(change) !== undefined,
    // a zone or a currency is chosen again where it says what that touches: its moment may have come meanwhile; rules for
    // signing in where whoever would lock himself out is told so
    hasOwnPage: ({ before }) => before?.section === 'locale' || before?.section === 'security',
    now: async (tx, change, call) => {
      const section = sectionIn(change);
      return section ? trailForm({ section, ...(await readSettings(tx, call.tenant.id, section)).value }) : null;
    },
    back: async (tx, call, change) => {
      const name = sectionIn(change);
      if (!name) return;
      const { section: _name, ...kept } = change.before ?? {};
      const { version } = await readSettings(tx, call.tenant.id, name);
      // a setting that a later release has added is as it begins
      await call.saveSection(tx, name, { version, value: { ...sectionOf(name).defaults, ...kept } });
    },
  },
};
