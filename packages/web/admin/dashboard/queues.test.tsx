import { screen } from '@testing-library/react';
import type { Grants } from '@tributary/contract/accounts/sections';
import { expect, it } from 'vitest';
import { openScreen } from '../../kit/testing/open-screen.tsx';
import { Queues } from './queues.tsx';

it.each<[string, Grants | null, number]>([
  ['every queue to whoever opens everything', null, 13],
  ['those of affiliates to who reads them', { dashboard: 'read', affiliates: 'read' }, 2],
  ['those of money to who pays', { dashboard: 'read', payouts: 'read' }, 2],
  ['nothing where no list is open', { dashboard: 'read' }, 0],
])('shows %s', (_what, grants, many) => {
  openScreen(<Queues dashboard={undefined} />, { grants });
  expect(screen.queryAllByRole('link')).toHaveLength(many);
  expect(screen.queryAllByRole('heading')).toHaveLength(many > 0 ? 1 : 0);
});
