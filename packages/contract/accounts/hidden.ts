// What a role may keep from its people although its sections are open: classes of fields, a closed list. A field of a reply says
// which class it is of (`.meta({ hide })`), a role names the classes that are blanked for it. Zod-free: the browser reads it too.

export const hiddenClasses = {
  revenue: 'Revenue',
  profit: 'Profit',
  advertiser_name: 'Advertiser name',
  publisher_contact: 'Publisher contact',
  ip: 'IP address',
  device_ids: 'Device ids',
  sub_values: 'p and sub values',
} as const;
export type HiddenClass = keyof typeof hiddenClasses;
export const hiddenClassNames = Object.keys(hiddenClasses) as [HiddenClass, ...HiddenClass[]];
export const isHiddenClass = (value: unknown): value is HiddenClass =>
  typeof value === 'string' && Object.hasOwn(hiddenClasses, value);

/** a form that was shown blanks would save them */
export const hiddenChangeRefusal = (name: HiddenClass): string =>
  `Your role does not show this, so it cannot change it either: ${hiddenClasses[name]}. Please ask the owner of this workspace.`;
export const hiddenRefusal = (name: HiddenClass): string =>
  `Your role does not show this: ${hiddenClasses[name]}. Please ask without it, or ask the owner of this workspace.`;

/**
 * Of whom a schema speaks that serves publishers and advertisers alike: `account_…` means another class for each. Of the team it
 * means none: who works here is nobody's contact.
 */
export type AccountSide = 'publisher' | 'advertiser' | 'team';
export type FieldClass = HiddenClass | 'account_name' | 'account_contact' | 'account_amount';

const meanings: Record<AccountSide, Partial<Record<FieldClass, HiddenClass>>> = {
  publisher: { account_contact: 'publisher_contact' },
  advertiser: { account_name: 'advertiser_name', account_contact: 'advertiser_name', account_amount: 'revenue' },
  team: {},
};
export const meaningOf = (name: FieldClass, of: AccountSide): HiddenClass | null =>
  isHiddenClass(name) ? name : (meanings[of][name] ?? null);

/** profit and payout together tell the revenue: who hides that hides both */
export const withImplied = (hidden: readonly HiddenClass[]): readonly HiddenClass[] =>
  hidden.includes('revenue') && !hidden.includes('profit') ? [...hidden, 'profit'] : hidden;
