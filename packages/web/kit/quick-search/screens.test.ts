import { describe, expect, it } from 'vitest';
import type { Icon } from '../../ui/icons.ts';
import type { Menu } from '../shell/menu.ts';
import { findScreens, screensOf } from './screens.ts';

const icon = (() => null) as unknown as Icon;
const menu: Menu = {
  unbuilt: '/am/dashboard',
  main: [
    { label: 'Dashboard', icon, path: '/am/dashboard' },
    {
      label: 'Affiliates',
      icon,
      entries: [
        { label: 'Pending Affiliates', path: '/am/affiliates?status=pending' },
        { label: 'Affiliates', path: '/am/affiliates' },
        { label: 'Affiliate Billing' },
      ],
    },
  ],
  bottom: [],
};
const labels = (search: string) => findScreens(screensOf(menu), search).map(({ label }) => label);

describe('the screens of a menu', () => {
  it('are the entries that have one', () => {
    expect(labels('')).toEqual(['Dashboard', 'Pending Affiliates', 'Affiliates']);
  });
  it('are found by every word, in any case, in the entry or its group', () => {
    expect(labels('AFFIL pend')).toEqual(['Pending Affiliates']);
    expect(labels('billing')).toEqual([]);
  });
  it('come first where they begin with what was typed', () => {
    expect(labels('aff')).toEqual(['Affiliates', 'Pending Affiliates']);
  });
});
