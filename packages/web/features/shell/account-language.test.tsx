import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answers, openScreen } from '../../kit/testing/open-screen.tsx';
import { readersLanguage, setLanguage } from '../../words/words.ts';
import { useAccountLanguage } from './account-language.ts';

const reload = vi.fn();
beforeEach(() => vi.stubGlobal('location', { ...location, reload }));
afterEach(async () => {
  vi.unstubAllGlobals();
  reload.mockClear();
  await setLanguage('en');
});

function Page() {
  useAccountLanguage();
  return null;
}

const profileIn = (language: string) => ({
  user_sequence_id: 7,
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@demo.test',
  waiting_for: null,
  company: null,
  phone: null,
  time_zone: 'UTC',
  language,
  created_at: 1_700_000_000,
});

it.each([
  { browser: 'en', account: 'es' },
  { browser: 'es', account: 'hi' },
  { browser: 'hi', account: 'en' },
] as const)('a page in $browser is opened anew in the $account of the account', async ({ browser, account }) => {
  await setLanguage(browser);
  answers({ 'GET /api/profile': () => ({ body: profileIn(account) }) });
  openScreen(<Page />);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect([readersLanguage(), localStorage.getItem('language')]).toEqual([account, account]);
});

it('a page that speaks the account’s language already stays as it is', async () => {
  await setLanguage('es');
  const asked = answers({ 'GET /api/profile': () => ({ body: profileIn('es') }) });
  openScreen(<Page />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect([readersLanguage(), reload.mock.calls.length]).toEqual(['es', 0]);
});
