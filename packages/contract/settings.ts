// Settings of a workspace, section by section: what one holds and how it begins. The server stores, the screens show and reports
// read them by these declarations. What is stored is parsed by them wherever it is read; a field that an older release has not
// written yet is as it begins.
import { z } from 'zod';
import { route, session } from './route.ts';

const section = <const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  label: string,
  shape: Shape,
  defaults: z.output<z.ZodObject<Shape>>,
) => ({ name, label, schema: z.strictObject(shape), defaults });

export const settingsSections = {
  reports: section(
    'reports',
    'Reports',
    /** publishers are numbers to advertisers unless an account manager opens their names */
    { advertisers_see_publishers: z.boolean() },
    { advertisers_see_publishers: false },
  ),
} as const;

export type SettingsName = keyof typeof settingsSections;
export type SettingsOf<Name extends SettingsName> = z.output<(typeof settingsSections)[Name]['schema']>;
export const settingsNames = Object.keys(settingsSections) as [SettingsName, ...SettingsName[]];

/** who changed it to this, and when: null where it is as it began */
const stamp = {
  version: z.int(),
  changed_by: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  changed_at: z.int().nullable(),
};
const { reports } = settingsSections;
/** one member for each section: what a section holds is part of its reply */
export const Settings = z.discriminatedUnion('section', [
  z.object({ section: z.literal(reports.name), value: reports.schema, ...stamp }),
]);
export const SettingsChange = z.object({
  /** as it was read: whoever has an older one in front of him is told so */
  version: z.int().min(0),
  value: z.union([reports.schema]),
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
const bySection = z.object({ section: z.enum(settingsNames) });

export const settingsRoutes = {
  settings: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/{section}',
    summary: 'A section of the workspace’s settings, with its version',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    reply: Settings,
    errors: [],
  }),
  saveSettings: route({
    ...plain,
    method: 'PUT',
    path: '/api/settings/{section}',
    summary: 'Saves a section, whole; 409 if somebody else has saved it since',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    body: SettingsChange,
    reply: Settings,
    errors: ['conflict'],
    rates: ['admin-writes'],
  }),
  settingsHistory: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/{section}/history',
    summary: 'The last fifty versions of a section, newest first',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    reply: z.object({ rows: z.array(Settings), total: z.int() }),
    errors: [],
  }),
};
