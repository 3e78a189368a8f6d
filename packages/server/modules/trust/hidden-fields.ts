// What a role hides is hidden in the trail, too, wherever it stands in what was kept: by the names that fields have there.
import type { HiddenClass } from '@tributary/contract/accounts/hidden';
import type { TrailValues } from '@tributary/contract/trail';

const namesOfClass: Readonly<Record<HiddenClass, RegExp>> = {
  revenue: /^(revenue|revenue_percent|revenue_micros|budget|sale_amount)$/,
  profit: /^(profit|margin)$/,
  advertiser_name: /^(advertiser|advertiser_name|advertiser_id)$/,
  publisher_contact: /^(email|phone|company|first_name|last_name|tax_id|reference_id|address)$/,
  ip: /^(ip|networks)$/,
  device_ids: /^(device_id|idfa|gaid|device)$/,
  sub_values: /^(p\d+|sub\d+|source)$/,
};

type Value = TrailValues[string];

export function withoutHidden(values: TrailValues | null, hidden: readonly HiddenClass[]): TrailValues | null {
  if (!values || hidden.length === 0) return values;
  const isHidden = (name: string): boolean => hidden.some((one) => namesOfClass[one].test(name));
  const blank = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(blank);
    return typeof value === 'object' && value !== null ? blankIn(value) : value;
  };
  const blankIn = (record: TrailValues): TrailValues =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isHidden(name) ? null : blank(value)]));
  return blankIn(values);
}
