import type { Grants } from '@tributary/contract/accounts/sections';
import { describe, expect, it } from 'vitest';
import type { Icon } from '../../ui/icons.ts';
import { activeEntry, closedAt, type Menu, menuFor } from './menu.ts';

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
  it('is the later one where two groups lead to the same screen', () => {
    const twice: Menu = {
      unbuilt: '/am',
      main: [{ label: 'Account', icon, entries: [{ label: 'Settings', path: '/am/settings' }] }],
      bottom: [{ label: 'Settings', icon, entries: [{ label: 'General', path: '/am/settings' }] }],
    };
    expect(activeEntry(twice, '/am/settings/brand', '')?.entry.label).toBe('General');
  });
  it('is never an entry without a screen', () => {
    expect(activeAt('/am')).toBeNull();
  });
});

describe('what a role sees of a menu', () => {
  const console: Menu = {
    unbuilt: '/am/dashboard',
    main: [
      { label: 'Dashboard', icon, path: '/am/dashboard', section: 'dashboard' },
      {
        label: 'Offers',
        icon,
        entries: [
          { label: 'Create Offer', path: '/am/offers/create', section: 'offers', needs: 'write' },
          { label: 'Offers', path: '/am/offers', section: 'offers' },
        ],
      },
      { label: 'Tools', icon, entries: [{ label: 'Mailer', section: 'mailer' }] },
    ],
    bottom: [
      {
        label: 'Settings',
        icon,
        entries: [
          {
            label: 'System',
            path: '/am/settings/system',
            section: 'settings',
            tabs: [
              { to: '/am/settings/system', label: 'System', section: 'settings' },
              { to: '/am/settings/rates', label: 'Rates', section: 'billing' },
            ],
          },
          { label: 'Profile', path: '/am/profile' },
        ],
      },
    ],
  };
  const labels = (grants: Grants | null) => {
    const { main, bottom } = menuFor(console, grants);
    return [...main, ...bottom].flatMap((item) => (item.entries ?? [item]).map(({ label }) => label));
  };

  it('is what it opens; a group without entries is gone, and what has no section is everyone’s', () => {
    expect(labels({ dashboard: 'read', offers: 'read' })).toEqual(['Dashboard', 'Offers', 'Profile']);
    expect(labels({ offers: 'write', mailer: 'read' })).toEqual(['Create Offer', 'Offers', 'Mailer', 'Profile']);
    expect(menuFor(console, {}).main).toEqual([]);
    expect(labels(null)).toEqual(['Dashboard', 'Create Offer', 'Offers', 'Mailer', 'System', 'Profile']);
  });
  it('leaves out a tab of a section that is closed', () => {
    const [settings] = menuFor(console, { settings: 'read' }).bottom;
    expect(settings?.entries?.[0]?.tabs?.map(({ label }) => label)).toEqual(['System']);
  });
  it('says of a page what it would need', () => {
    const at = (pathname: string, grants: Grants) => closedAt(console, pathname, '', grants);
    expect(at('/am/offers/0198', { offers: 'read' })).toBeNull();
    expect(at('/am/offers/create', { offers: 'read' })).toEqual({ section: 'offers', need: 'write' });
    expect(at('/am/offers/0198', {})).toEqual({ section: 'offers', need: 'read' });
    expect(at('/am/settings/rates', { settings: 'write' })).toEqual({ section: 'billing', need: 'read' });
    expect(at('/am/settings/rates', { billing: 'read' })).toBeNull();
    expect(at('/am/profile', {})).toBeNull();
  });
});
