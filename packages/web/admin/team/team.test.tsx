import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, openScreen } from '../../kit/testing/open-screen.tsx';
import Team from './team.tsx';

const whole = { publishers: 'all', advertisers: 'all' };
const member = {
  id: '0199',
  first_name: 'Noor',
  last_name: 'Haddad',
  email: 'noor@example.test',
  role: { id: 'r1', name: 'Viewer', preset: 'viewer' },
  scope: whole,
  accounts: 0,
  state: 'active',
  invited_until: null,
  last_login: null,
  sessions: 0,
  created_at: 1_700_000_000,
  within_reach: true,
};
const role = {
  ...member.role,
  sections: {},
  scope: whole,
  hidden: [],
  version: 1,
  holders: 1,
  held_by: [],
  within_reach: true,
};

const serve = () =>
  answers({
    'GET /api/team': () => ({ body: { rows: [member], total: 1 } }),
    'GET /api/roles': () => ({ body: { rows: [role] } }),
    'GET /api/team/0199/accounts': () => ({ body: { rows: [], total: 0 } }),
    'GET /api/team/0198/accounts': () => ({ body: { rows: [], total: 0 } }),
  });

it.each([
  ['Change role', 'Role of Noor Haddad'],
  ['Assign accounts', 'Accounts of Noor Haddad'],
])('opens the dialog of %s', async (action, title) => {
  serve();
  const { user } = openScreen(<Team />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Noor Haddad' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});

it('opens the invitation, with the roles to choose from', async () => {
  serve();
  const { user } = openScreen(<Team />);
  await user.click(await screen.findByRole('button', { name: 'Invite a colleague' }));
  expect(await screen.findByLabelText(/First Name/i)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Send invitation' })).toBeTruthy();
});
