// Name, company, phone, time zone and language.
import { ProfileBody } from '@tributary/contract/profile';
import { useMemo } from 'react';
import { type Language, languages } from '../../words/languages.ts';
import { setLanguage } from '../../words/words.ts';
import type { Field } from '../form/form-declaration.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { toast } from '../toast.tsx';
import { timeZoneOptions } from './time-zones.ts';
import type { ProfileChange, ProfileRecord } from './use-profile.ts';

interface Values {
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
  time_zone: string;
  language: Language;
}

const fieldsFor = (zone: string): Field<Values>[] => [
  { name: 'first_name', label: 'First Name', kind: 'text', required: true, half: true, autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last Name', kind: 'text', required: true, half: true, autoComplete: 'family-name' },
  { name: 'company', label: 'Company', kind: 'text', half: true, autoComplete: 'organization' },
  { name: 'phone', label: 'Phone', kind: 'text', half: true, autoComplete: 'tel' },
  {
    name: 'time_zone',
    label: 'Time Zone',
    kind: 'select',
    required: true,
    half: true,
    searchable: true,
    options: timeZoneOptions(zone),
    help: 'The zone your days and hours are counted in.',
  },
  {
    name: 'language',
    label: 'Language',
    kind: 'select',
    required: true,
    half: true,
    options: Object.entries(languages).map(([value, label]) => ({ value, label })),
    help: 'The language of the sign-in and sign-up pages in this browser.',
  },
];

interface ProfileFormProps {
  profile: ProfileRecord;
  save: (change: ProfileChange) => Promise<void>;
}

export function ProfileForm({ profile, save }: ProfileFormProps) {
  const fields = useMemo(() => fieldsFor(profile.time_zone), [profile.time_zone]);
  const send = async (values: Values) => {
    await save(values);
    await setLanguage(values.language);
    toast.success('Profile saved successfully!');
    return undefined;
  };
  const { first_name, last_name, company, phone, time_zone, language } = profile;
  return (
    <SchemaForm<Values>
      form={{
        fields,
        initial: { first_name, last_name, company: company ?? '', phone: phone ?? '', time_zone, language },
        schema: ProfileBody,
        submit: 'Save Changes',
        busy: 'Saving...',
      }}
      send={send}
    />
  );
}
