import { describe, expect, it } from 'vitest';
import type { Icon } from '../../ui/icons.ts';
import { activeEntry, type Menu } from './menu.ts';

const icon = (() => null) as unknown as Icon;
const menu: Menu = {
  unbuilt: '/am/dashboard',
  main: [
    { label: 'Dashboard', icon, path: '/am/dashboard' },
    { label: 'Offers', icon, entries: [{ label: 'Create Offer', path: '/am/offers/create' }, { label: 'Coupons' }] },
    {
      label: 'Affiliates',
      icon,
      entries: [
        { label: 'Affiliates', path: '/am/affiliates' },
        { label: 'Pending Affiliates', path: '/am/affiliates?status=pending' },
      ],
    },
  ],
  bottom: [{ label: 'Settings', icon, entries: [{ label: 'General' }] }],
};
const activeAt = (pathname: string, search = '') => {
  const active = activeEntry(menu, pathname, search);
  return active && [active.item.label, active.entry.label];
};

describe('the active menu entry', () => {
  it('is the one whose path is the page', () => {
    expect(activeAt('/am/dashboard')).toEqual(['Dashboard', 'Dashboard']);
    expect(activeAt('/am/offers/create')).toEqual(['Offers', 'Create Offer']);
  });
  it('goes by the query where two entries share a path', () => {
    expect(activeAt('/am/affiliates')).toEqual(['Affiliates', 'Affiliates']);
    expect(activeAt('/am/affiliates', '?status=pending&page=2')).toEqual(['Affiliates', 'Pending Affiliates']);
    expect(activeAt('/am/affiliates', '?status=pending,approved')).toEqual(['Affiliates', 'Affiliates']);
  });
  it('stays with the list while one of its records is open', () => {
    expect(activeAt('/am/affiliates/0198')).toEqual(['Affiliates', 'Affiliates']);
    expect(activeAt('/am/affiliates-old')).toBeNull();
  });
  it('is never an entry without a screen', () => {
    expect(activeAt('/am')).toBeNull();
  });
});
