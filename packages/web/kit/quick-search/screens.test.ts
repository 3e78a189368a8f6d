import { describe, expect, it } from 'vitest';
import type { Icon } from '../../ui/icons.ts';
import type { Menu } from '../shell/menu.ts';
import { entriesOf, findScreens, screensOf } from './screens.ts';

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

describe('what a search finds', () => {
  it('is what the menu shows, unbuilt entries too, which say what they are', () => {
    expect(entriesOf(menu).map(({ label }) => label)).toEqual([
      'Dashboard',
      'Pending Affiliates',
      'Affiliates',
      'Affiliate Billing',
    ]);
    expect(findScreens(entriesOf(menu), 'billing').map(({ place }) => place)).toEqual([
      { to: '/am/dashboard', state: { notThereYet: 'Affiliates › Affiliate Billing' } },
    ]);
  });
  it('leaves out what leads nowhere', () => {
    const logout = { label: 'Logout', action: 'logout' } as const;
    const account = { label: 'Account', icon, entries: [logout] };
    expect(entriesOf({ ...menu, main: [account] })).toEqual([]);
  });
});

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
