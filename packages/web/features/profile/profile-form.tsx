// Name, company, phone, time zone and language.
import { ProfileBody } from '@tributary/contract/accounts/profile';
import { useMemo } from 'react';
import type { Field } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { timeZoneOptions } from '../../kit/inputs/time-zones.ts';
import { speakFromNow } from '../../kit/language/change-language.ts';
import { t } from '../../words/kit.ts';
import { type Language, languages } from '../../words/languages.ts';
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
  {
    name: 'first_name',
    label: t('profile.firstName'),
    kind: 'text',
    required: true,
    half: true,
    autoComplete: 'given-name',
  },
  {
    name: 'last_name',
    label: t('profile.lastName'),
    kind: 'text',
    required: true,
    half: true,
    autoComplete: 'family-name',
  },
  { name: 'company', label: t('profile.company'), kind: 'text', half: true, autoComplete: 'organization' },
  { name: 'phone', label: t('profile.phone'), kind: 'text', half: true, autoComplete: 'tel' },
  {
    name: 'time_zone',
    label: t('profile.timeZone'),
    kind: 'select',
    required: true,
    half: true,
    searchable: true,
    options: timeZoneOptions(zone),
    help: t('profile.theZoneYourDaysAnd'),
  },
  {
    name: 'language',
    label: t('common.language'),
    kind: 'select',
    required: true,
    half: true,
    options: Object.entries(languages).map(([value, label]) => ({ value, label })),
    help: t('profile.theLanguageOfTheSign'),
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
    await speakFromNow(values.language, 'profile.profileSavedSuccessfully');
    return undefined;
  };
  const { first_name, last_name, company, phone, time_zone, language } = profile;
  return (
    <SchemaForm<Values>
      form={{
        fields,
        initial: { first_name, last_name, company: company ?? '', phone: phone ?? '', time_zone, language },
        schema: ProfileBody,
        submit: t('profile.saveChanges'),
        busy: t('common.saving'),
      }}
      send={send}
    />
  );
}
