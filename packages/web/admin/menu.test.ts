import { presetNames, rolePresets } from '@tributary/contract/accounts/roles';
import { describe, expect, it } from 'vitest';
import { menuFor } from '../kit/shell/menu.ts';
import { adminMenu } from './menu.ts';

const entries = (grants: Parameters<typeof menuFor>[1], hidden: Parameters<typeof menuFor>[2] = []) => {
  const { main, bottom } = menuFor(adminMenu, grants, hidden);
  return [...main, ...bottom].flatMap((item) =>
    (item.entries ?? [item]).map(({ label }) => `${item.label} › ${label}`),
  );
};

describe('the console’s menu', () => {
  it('is whole for an owner and an admin', () => {
    expect(entries(rolePresets.owner.grants)).toEqual(entries(null));
    expect(menuFor(adminMenu, rolePresets.admin.grants)).toEqual(adminMenu);
  });
  it('has a way to one’s own profile and out for every role, and more than that for every preset', () => {
    expect(entries({})).toEqual(['Account › Profile', 'Account › Logout']);
    for (const preset of presetNames) expect(entries(rolePresets[preset].grants)).toContain('Dashboard › Dashboard');
  });
  it('offers no making of an offer to who does not see its revenue', () => {
    const made = (hidden: Parameters<typeof menuFor>[2]) =>
      entries(rolePresets.admin.grants, hidden).filter((one) => one.endsWith('Create Offer'));
    expect([made([]), made(['publisher_contact']), made(['revenue'])].map(({ length }) => length)).toEqual([1, 1, 0]);
  });
  it('shows finance its money and not the team', () => {
    const shown = entries(rolePresets.finance.grants);
    expect(shown).toEqual(expect.arrayContaining(['Affiliates › Affiliate Billing', 'Billing › Billing']));
    expect(shown.filter((one) => /Employee|Security|Mailer|Create Offer/.test(one))).toEqual([]);
  });
});
