import { describe, expect, it } from 'vitest';
import type { Menu } from '../../kit/shell/menu.ts';
import type { Icon } from '../../ui/icons.ts';
import { entriesOf, findScreens, screensOf, tabScreensOf } from './screens.ts';

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

describe('screens beside one of the menu', () => {
  const logs = {
    label: 'Conversion Logs',
    path: '/am/logs',
    tabs: [
      { to: '/am/logs', label: 'Conversions' },
      { to: '/am/logs/requests', label: 'Requests' },
    ],
  };
  const withTabs: Menu = { ...menu, main: [{ label: 'Reports', icon, entries: [logs] }] };
  it('are found by their own words and by those of the entry', () => {
    const places = (search: string) => findScreens(entriesOf(withTabs), search).map(({ place }) => place.to);
    expect(places('requests')).toEqual(['/am/logs/requests']);
    expect(places('conversion logs')).toEqual(['/am/logs', '/am/logs/requests']);
  });
  it('are not in the menu', () => {
    expect(screensOf(withTabs).map(({ path }) => path)).toEqual(['/am/logs']);
    expect(tabScreensOf(withTabs).map(({ path }) => path)).toEqual(['/am/logs/requests']);
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
