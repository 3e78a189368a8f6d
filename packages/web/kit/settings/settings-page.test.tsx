import { screen, waitFor, within } from '@testing-library/react';
import { settingsRoutes } from '@tributary/contract/settings';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Asked, answers, openScreen, refused } from '../testing/open-screen.tsx';
import { settingField, settingText } from './setting-fields.ts';
import { SettingsPage, type SettingsScreen } from './settings-page.tsx';

const declared: SettingsScreen = {
  title: 'Reports',
  purpose: 'How figures are shown.',
  sections: {
    reports: {
      title: 'What advertisers see',
      settings: { advertisers_see_publishers: { label: 'Names of publishers', help: 'Off: numbers' } },
    },
  },
};
const at = 1_770_000_000;
const version = (number: number, on: boolean, who: string | null = 'Ana Ruiz') => ({
  section: 'reports',
  version: number,
  value: { advertisers_see_publishers: on },
  changed_by: who && '0198',
  changed_by_name: who,
  changed_at: number === 0 ? null : at,
});
const READ = 'GET /api/settings/reports';
const SAVE = 'PUT /api/settings/reports';
const names = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Names of publishers/ });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const open = (table: Parameters<typeof answers>[0], grants = {}) => {
  const heard = answers(table);
  return { heard, ...openScreen(<SettingsPage screen={declared} />, { grants: { settings: 'write', ...grants } }) };
};

it('shows what is in force; Save is there once something was changed, and carries the version that was read', async () => {
  const { heard, user } = open({
    [READ]: () => ({ body: version(0, false, null) }),
    [SAVE]: () => ({ body: version(1, true) }),
  });
  expect((await names()).checked).toBe(false);
  screen.getByText('As it began: nobody has changed it.');
  expect(save().disabled).toBe(true);
  await user.click(await names());
  screen.getByText('Not saved yet');
  await user.click(save());
  await screen.findByText('Settings saved.');
  expect(heard.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 0,
    value: { advertisers_see_publishers: true },
  });
  await screen.findByText(/^Changed by Ana Ruiz, /);
  await waitFor(() => expect(save().disabled).toBe(true));
});

it('what somebody else has saved meanwhile is said; what was entered stays until theirs is asked for', async () => {
  let newest = version(3, true, 'Omar Haddad');
  const { user } = open({
    [READ]: () => ({ body: newest }),
    [SAVE]: () => refused(409, 'conflict', 'Somebody else has saved these settings meanwhile.'),
  });
  await user.click(await names());
  newest = version(4, true, 'Omar Haddad');
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else has saved these settings meanwhile.');
  expect((await names()).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Load theirs' }));
  await waitFor(async () => expect((await names()).checked).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('leaving with something unsaved asks; what is saved lets go', async () => {
  const { user, router } = open({ [READ]: () => ({ body: version(0, false, null) }) });
  await user.click(await names());
  void router.navigate('/elsewhere');
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  within(question).getByText('What you changed in these settings will be lost.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/');
  await user.click(await names());
  await router.navigate('/elsewhere');
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

it('a role that may only look cannot change anything and is told so', async () => {
  open({ [READ]: () => ({ body: version(1, true) }) }, { settings: 'read' });
  expect((await names()).closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  screen.getByText('Your role may look at these settings and change nothing.');
});

it('its history tells who changed it to what, newest first', async () => {
  const { user } = open({
    [READ]: () => ({ body: version(2, false) }),
    [`${READ}/history`]: () => ({ body: { rows: [version(2, false), version(1, true, null)], total: 2 } }),
  });
  await names();
  await user.click(screen.getByRole('button', { name: 'History' }));
  const drawer = await screen.findByRole('dialog', { name: 'History of What advertisers see' });
  const rows = await within(drawer).findAllByRole('row');
  expect(
    rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Ana Ruiz', 'Names of publishers: No'],
    ['The system', 'Names of publishers: Yes'],
  ]);
});

it('what cannot be loaded says so and tries again', async () => {
  let isThere = false;
  const { user } = open({
    [READ]: (_: Asked) => (isThere ? { body: version(1, true) } : refused(500, 'internal', 'Something went wrong.')),
  });
  await screen.findByText('Something went wrong.');
  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await names()).checked).toBe(true);
});

it.each([
  ['a yes or no', z.boolean(), true, { kind: 'switch' }],
  ['a number', z.int().min(0), 7, { kind: 'number' }],
  ['a text', z.string().max(40), 'a', { kind: 'text' }],
  ['a colour', z.string().meta({ input: 'color' }), '#0f766e', { kind: 'color' }],
  [
    'a closed list',
    z.enum(['eu', 'us']),
    'eu',
    {
      kind: 'select',
      options: [
        { value: 'eu', label: 'Europe' },
        { value: 'us', label: 'us' },
      ],
    },
  ],
])('%s has its input', (_what, schema, value, expected) => {
  expect(settingField('it', schema, { label: 'It', options: { eu: 'Europe' } }, value)).toMatchObject(expected);
});

it('a time zone is chosen from those that there are, and what has no input is a fault', () => {
  const zone = settingField('zone', z.string().meta({ input: 'zone' }), { label: 'Zone' }, 'Asia/Kolkata');
  expect('options' in zone && zone.options.some(({ value }) => value === 'Asia/Kolkata')).toBe(true);
  expect(() => settingField('it', z.date(), { label: 'It' }, null)).toThrow('there is no input');
  expect([settingText(true, { label: '' }), settingText('', { label: '' })]).toEqual(['Yes', '-']);
});

it('the route that saves is the one that decides who may', () => {
  expect(settingsRoutes.saveSettings.access).toMatchObject({ section: 'settings' });
});
