import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../../kit/testing/open-screen.tsx';
import { KeyShown } from './key-dialogs.tsx';

it('a key that is shown once goes only when its reader says that he has it', async () => {
  const close = vi.fn();
  const { user } = openScreen(<KeyShown text="trib_abc" close={close} />);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  expect(close).toHaveBeenCalledOnce();
});
