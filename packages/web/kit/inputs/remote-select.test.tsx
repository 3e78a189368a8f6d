import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { openScreen } from '../testing/open-screen.tsx';
import { RemoteSelect } from './remote-select.tsx';

type Load = (search: string) => Promise<{ value: string; label: string }[]>;
interface PickerProps {
  load: Load;
  begins: string;
  taken: (value: string) => void;
}

function Picker({ load, begins, taken }: PickerProps) {
  const [value, setValue] = useState(begins);
  const change = (next: string) => {
    taken(next);
    setValue(next);
  };
  const chosen = { value: '7', label: 'Seventh (7)' };
  const shared = { name: 'offer', label: 'Offer', clearable: true, of: ['offer'] };
  return <RemoteSelect {...shared} value={value} chosen={chosen} onChange={change} load={load} />;
}

function open(load: Load, begins = '7') {
  const chosen: string[] = [];
  const picker = <Picker load={load} begins={begins} taken={(value) => chosen.push(value)} />;
  return { chosen, ...openScreen(picker) };
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
