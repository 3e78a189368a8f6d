// By what the list of offers can be narrowed.
import { Select, TextInput } from '@mantine/core';
import { offerCategories, offerStatuses, offerVisibilities } from '@tributary/contract/offer-terms';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../kit/api.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import type { Filter, OwnFilterProps } from '../../kit/resource/declaration.ts';
import { words } from '../../ui/format.ts';

const Visibility = ({ label, value, set }: OwnFilterProps) => (
  <Select
    label={label}
    placeholder="Any"
    clearable
    comboboxProps={{ withinPortal: false }}
    data={[...offerVisibilities]}
    value={value || null}
    onChange={(chosen) => set(chosen ?? '')}
  />
);

const Category = ({ label, value, set }: OwnFilterProps) => (
  <Select
    label={label}
    placeholder="Any"
    clearable
    comboboxProps={{ withinPortal: false }}
    data={offerCategories.map((one) => ({ value: one, label: words(one) }))}
    value={value || null}
    onChange={(chosen) => set(chosen ?? '')}
  />
);

const Tag = ({ label, value, set }: OwnFilterProps) => (
  <TextInput label={label} placeholder="Any" value={value} onChange={(event) => set(event.currentTarget.value)} />
);

const Advertiser = ({ label, value, set }: OwnFilterProps) => (
  <RemoteSelect
    name="advertiser_id"
    label={label}
    placeholder="Any"
    clearable
    inPortal={false}
    value={value}
    onChange={set}
    of={['advertiser']}
    load={async (q, context) => {
      const { rows } = await call(offerRoutes.offerChoices, { query: { kind: 'advertiser', q } }, context);
      return rows.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }));
    }}
  />
);

export const offerFilters: readonly Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'Status',
    options: offerStatuses.map((value) => ({ value, label: words(value) })),
  },
  { kind: 'own', name: 'visibility', label: 'Visibility', Input: Visibility },
  { kind: 'own', name: 'advertiser_id', label: 'Advertiser', Input: Advertiser },
  { kind: 'own', name: 'category', label: 'Category', Input: Category },
  { kind: 'own', name: 'tag', label: 'Tag', Input: Tag },
];
