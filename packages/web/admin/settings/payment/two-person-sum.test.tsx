import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { openScreen } from '../../../kit/testing/open-screen.tsx';
import { TwoPersonSum } from './two-person-sum.tsx';

function Form({ stored }: { stored: string }) {
  const [value, set] = useState<unknown>(stored);
  return <TwoPersonSum value={value} set={set} disabled={false} />;
}
const manager = { grants: { settings: 'write' } } as const;

it.each([
  ['a manager raises it', '500', manager, '500.01', true],
  ['a manager removes it', '500', manager, '', true],
  ['a manager lowers it', '500', manager, '20', false],
  ['a manager sets the first one', '', manager, '900', false],
  ['the owner raises it', '500', {}, '900', false],
] as const)('%s', async (_who, stored, reader, typed, isRefused) => {
  const { user } = openScreen(<Form stored={stored} />, reader);
  const input = screen.getByLabelText('Two people above');
  await user.clear(input);
  if (typed) await user.type(input, typed);
  expect(screen.queryByText(/^At most 500/) !== null).toBe(isRefused);
});
