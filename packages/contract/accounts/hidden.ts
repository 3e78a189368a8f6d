// What a role may keep from its people although its sections are open, and a workspace from its publishers: classes of fields,
// closed lists. A field of a reply says which class it is of (`.meta({ hide })`), a role or the settings name those that are
// blanked. Zod-free: the browser reads it too.

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

/**
 * What a workspace may keep from its publishers (Settings › Reports): columns of their lists, metrics and dimensions of their
 * reports. What they are paid, and what they are paid for, is none of them.
 */
export const publisherColumns = {
  refused_traffic: 'Gross and invalid traffic, verdicts',
  unique_clicks: 'Unique clicks',
  rates: 'CTR, CR, EPC and rejection rate',
  conversion_time: 'Click time and time to conversion',
  click_id: 'Click ID',
  country: 'Country',
  place: 'Region, city and internet provider',
  device: 'Device, system, browser and language',
  conversion_reason: 'Reasons of decisions',
} as const;
export type PublisherColumn = keyof typeof publisherColumns;
export const publisherColumnNames = Object.keys(publisherColumns) as [PublisherColumn, ...PublisherColumn[]];
const isPublisherColumn = (value: string): value is PublisherColumn => Object.hasOwn(publisherColumns, value);

/** all that can be hidden from somebody: by his role, or by the workspace from its publishers */
export type Hideable = HiddenClass | PublisherColumn;
export const hideableNames = [...hiddenClassNames, ...publisherColumnNames] as const;

/** a form that was shown blanks would save them */
export const hiddenChangeRefusal = (name: Hideable): string =>
  isHiddenClass(name)
    ? `Your role does not show this, so it cannot change it either: ${hiddenClasses[name]}. Please ask the owner of this workspace.`
    : hiddenRefusal(name);
export const hiddenRefusal = (name: Hideable): string =>
  isHiddenClass(name)
    ? `Your role does not show this: ${hiddenClasses[name]}. Please ask without it, or ask the owner of this workspace.`
    : `This workspace does not show this to publishers: ${publisherColumns[name]}. Please ask without it.`;

/**
 * Of whom a schema speaks that serves publishers and advertisers alike: `account_…` means another class for each. Of the team it
 * means none: who works here is nobody's contact.
 */
export type AccountSide = 'publisher' | 'advertiser' | 'team';
export type FieldClass = Hideable | 'account_name' | 'account_contact' | 'account_amount';

const meanings: Record<AccountSide, Partial<Record<FieldClass, HiddenClass>>> = {
  publisher: { account_contact: 'publisher_contact' },
  advertiser: { account_name: 'advertiser_name', account_contact: 'advertiser_name', account_amount: 'revenue' },
  team: {},
};
export const meaningOf = (name: FieldClass, of: AccountSide): Hideable | null =>
  isHiddenClass(name) || isPublisherColumn(name) ? name : (meanings[of][name] ?? null);

/** profit and payout together tell the revenue, a city tells its country: who hides the one hides the other */
const implied: readonly (readonly [Hideable, Hideable])[] = [
  ['revenue', 'profit'],
  ['country', 'place'],
];
export const withImplied = (hidden: readonly Hideable[]): readonly Hideable[] => [
  ...hidden,
  ...implied.flatMap(([one, other]) => (hidden.includes(one) && !hidden.includes(other) ? [other] : [])),
];
