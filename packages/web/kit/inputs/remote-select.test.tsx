import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { openScreen } from '../testing/open-screen.tsx';
import { RemoteSelect } from './remote-select.tsx';

function open(load: (search: string) => Promise<{ value: string; label: string }[]>, begins = '7') {
  const chosen: string[] = [];
  function Picker() {
    const [value, setValue] = useState(begins);
    const change = (next: string) => {
      chosen.push(next);
      setValue(next);
    };
    return (
      <RemoteSelect
        name="offer"
        label="Offer"
        clearable
        value={value}
        chosen={{ value: '7', label: 'Seventh (7)' }}
        onChange={change}
        of={['offer']}
        load={load}
      />
    );
  }
  return { chosen, ...openScreen(<Picker />) };
}
const offers = [
  { value: '1', label: 'First (1)' },
  { value: '2', label: 'Second (2)' },
];

it('finds by what is typed, on the server, and takes the one that is pressed', async () => {
  const asked: string[] = [];
  const { chosen, user } = open(async (search) => {
    asked.push(search);
    return offers.filter(({ label }) => label.toLowerCase().includes(search));
  });
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Offer' });
  expect(input.value).toBe('Seventh (7)');
  await user.clear(input);
  await user.type(input, 'sec');
  await user.click(await screen.findByRole('option', { name: 'Second (2)' }));
  await waitFor(() => expect(input.value).toBe('Second (2)'));
  expect(chosen.at(-1)).toBe('2');
  expect(asked).toContain('sec');
});

it('what is not found, and what could not be asked, is said', async () => {
  const { user } = open(async (search) => {
    if (search === 'down') throw new Error('no');
    return search === '' ? offers : [];
  }, '');
  const input = screen.getByRole('combobox', { name: 'Offer' });
  await user.type(input, 'zzz');
  await screen.findByText('Nothing found');
  await user.clear(input);
  await user.type(input, 'down');
  await screen.findByText('Could not be loaded');
});
