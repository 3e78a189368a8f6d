import { screen, within } from '@testing-library/react';
import { settingsSections } from '@tributary/contract/settings';
import { expect, it } from 'vitest';
import { answers, openScreen } from '../../kit/testing/open-screen.tsx';
import SecurityRules from './rules.tsx';

const policy = {
  version: 0,
  value: settingsSections.security.schema.parse({
    two_factor: 'off',
    password_min_length: 8,
    session_hours: 12,
    idle_minutes: 60,
    remember_days: 30,
    login_networks: [],
    api_networks: [],
    employees_since: null,
    partners_since: null,
  }),
  changed_by_name: null,
  changed_at: null,
  roles: [],
  your_address: '203.0.113.7',
  people: { demanded: 0, without: 0 },
};

it('rules that are changed say that they are not saved, and leaving them asks', async () => {
  answers({ 'GET /api/security/policy': () => ({ body: policy }) });
  const { user, router } = openScreen(<SecurityRules />);
  await screen.findByText('As it began');
  await user.type(screen.getByRole('textbox', { name: 'API keys' }), '203.0.113.9 ');
  await screen.findByText('Not saved yet');
  void router.navigate('/elsewhere');
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.pathname).toBe('/');
});
