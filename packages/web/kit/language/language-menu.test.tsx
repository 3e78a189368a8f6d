import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { t } from '../../words/kit.ts';
import { setLanguage, useLanguage } from '../../words/words.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { LanguageMenu } from './language-menu.tsx';

afterEach(() => setLanguage('en'));

function Page() {
  useLanguage();
  return (
    <>
      <LanguageMenu label="Language" choose={(language) => void setLanguage(language)} />
      <p>{t('common.export')}</p>
    </>
  );
}

it('a page that listens speaks the chosen language at once, and says so to screen readers', async () => {
  const { user } = openScreen(<Page />);
  screen.getByText('Export');
  await user.click(screen.getByRole('button', { name: 'Language: English (EN)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Español' }));
  await screen.findByText('Exportar');
  expect(document.documentElement.lang).toBe('es');
  await user.click(screen.getByRole('button', { name: 'Language: Español (ES)' }));
  const current = await screen.findByRole('menuitem', { name: 'Español' });
  expect(current.getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('menuitem', { name: 'हिन्दी' }));
  await waitFor(() => screen.getByText('निर्यात'));
});
