import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen } from '../testing/open-screen.tsx';
import { SearchBox } from './search-box.tsx';

it('Enter asks at once and does not send the form around it', async () => {
  const [asked, sent]: [string[], string[]] = [[], []];
  const { user } = openScreen(
    <form onSubmit={() => sent.push('sent')}>
      <SearchBox placeholder="Search accounts" value="" onChange={(q) => asked.push(q)} />
      <button type="submit">Invite</button>
    </form>,
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'No{Enter}');
  expect([asked, sent]).toEqual([['No'], []]);
});
