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

export const hiddenRefusal = (name: HiddenClass): string =>
  `Your role does not show this: ${hiddenClasses[name]}. Please ask without it, or ask the owner of this workspace.`;
