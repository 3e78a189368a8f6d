import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, openScreen } from '../../kit/testing/open-screen.tsx';
import Roles from './roles.tsx';

const roleOf = (id: string, name: string) => ({
  id,
  name,
  preset: null,
  sections: {},
  scope: { publishers: 'all', advertisers: 'all' },
  hidden: [],
  version: 1,
  holders: 0,
  held_by: [],
  within_reach: true,
});
const side = () => within(screen.getByRole('navigation', { name: 'Roles' }));
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the role' });

it('another role is shown at once; with something changed it asks first', async () => {
  answers({ 'GET /api/roles': () => ({ body: { rows: [roleOf('r1', 'Night desk'), roleOf('r2', 'Auditors')] } }) });
  const { user } = openScreen(<Roles />);
  await user.type(await nameField(), 's');
  await user.click(side().getByRole('button', { name: /Auditors/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect((await nameField()).value).toBe('Night desks');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(side().getByRole('button', { name: /Auditors/ }));
  await waitFor(async () => expect((await nameField()).value).toBe('Auditors'));
});
