// The fuller publisher registration, the step after the sign-up: answers that the account managers see when deciding.
import '../kit/theme/mantine-console-css.ts';
import { signupRoutes } from '@tributary/contract/accounts/signup';
import { countryCodes, countryName } from '@tributary/contract/countries';
import { type UsageType, usageTypes } from '@tributary/contract/site/trial-form';
import { useMemo, useState } from 'react';
import { call } from '../kit/api/api.ts';
import type { Field } from '../kit/form/form-declaration.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { TermsLabel } from '../kit/form/terms-label.tsx';
import { said } from '../words/said.ts';
import { useLanguage } from '../words/words.ts';
import classes from './registration.module.css';
import { useT } from './words.ts';

interface Answers {
  usage_types: UsageType[];
  company: string;
  website: string;
  country: string | null;
  phone: string;
  messenger: string;
  traffic: string;
  terms: boolean;
}

const blank: Answers = {
  usage_types: [],
  company: '',
  website: '',
  country: null,
  phone: '',
  messenger: '',
  traffic: '',
  terms: false,
};

const WEB_ADDRESS = /^https?:\/\/\S+\.\S+$/;

export function Registration({ registration }: { registration: string }) {
  const t = useT();
  const language = useLanguage();
  const [saved, setSaved] = useState(false);
  const countries = useMemo(
    () =>
      countryCodes
        .map((code) => ({ value: code, label: countryName(code, language) }))
        .sort((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  );
  const fields: Field<Answers>[] = [
    {
      name: 'usage_types',
      label: t('usageType'),
      kind: 'choices',
      required: true,
      options: usageTypes.map((value) => ({ value, label: said(value) })),
    },
    { name: 'company', label: t('company'), kind: 'text', half: true, autoComplete: 'organization' },
    { name: 'website', label: t('website'), kind: 'text', half: true, placeholder: 'https://', autoComplete: 'url' },
    { name: 'country', label: t('country'), kind: 'select', half: true, searchable: true, options: countries },
    { name: 'phone', label: t('phone'), kind: 'text', half: true, autoComplete: 'tel' },
    { name: 'messenger', label: t('messenger'), kind: 'text' },
    { name: 'traffic', label: t('traffic'), kind: 'textarea' },
    {
      name: 'terms',
      label: t('agree'),
      kind: 'checkbox',
      content: <TermsLabel text={t('agree')} link={t('agreeLink')} audience="publisher" />,
      required: true,
    },
  ];
  if (saved) return <FormMessage message={{ tone: 'success', text: t('registrationSaved') }} />;
  return (
    <section className={classes.step} aria-labelledby="registration-title">
      <h2 id="registration-title" className={classes.title}>
        {t('registrationTitle')}
      </h2>
      <p className={classes.purpose}>{t('registrationPurpose')}</p>
      <SchemaForm<Answers>
        fullWidth
        form={{
          fields,
          initial: blank,
          check: ({ usage_types, website, terms }) => {
            if (usage_types.length === 0) return { field: 'usage_types', sentence: t('usageTypeRequired') };
            if (website.trim() && !WEB_ADDRESS.test(website.trim())) {
              return { field: 'website', sentence: t('websiteWrong') };
            }
            return terms ? null : { field: 'terms', sentence: t('termsRequired') };
          },
          submit: t('submit'),
          busy: t('submitting'),
          sentences: {
            encryption: t('tryAgain'),
            decryption: t('unreadable'),
            network: t('network'),
            failed: t('tryAgain'),
          },
        }}
        send={async ({ terms: _agreed, ...answers }) => {
          await call(signupRoutes.publisherRegistration, { body: { ...answers, registration } });
          setSaved(true);
          return undefined;
        }}
      />
    </section>
  );
}
