// Create an Account: the free-trial form with every message of the specification's catalogue.
import type { Country } from '@tributary/contract/countries';
import {
  businessTypes,
  checkTrial,
  type TrialForm as Form,
  trialLengths,
  type UsageType,
} from '@tributary/contract/site/trial-form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HoneypotField, honeypotOf } from '../../ui/honeypot-field.tsx';
import type { Messages } from '../content/en/index.ts';
import { Icon } from '../parts/icons.tsx';
import { SelectField, TextField } from './fields.tsx';
import { NextSteps } from './next-steps.tsx';
import { registerTrial, type TrialOutcome } from './register-trial.ts';
import { UsageTypes } from './usage-types.tsx';

type Values = Omit<Form, 'usageType'> & { usageType: readonly UsageType[] };

const empty: Values = {
  name: '',
  email: '',
  company: '',
  businessType: '',
  usageType: [],
  country: '',
  mobile: '',
  microsoftTeams: '',
};

export interface TrialFormProps {
  text: Messages['signup']['form'];
  countries: readonly Country[];
}

export function TrialForm({ text, countries }: TrialFormProps) {
  const [form, setForm] = useState(empty);
  const [faults, setFaults] = useState<Partial<Record<keyof Form, string>>>({});
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TrialOutcome | null>(null);
  const honeypot = useRef<HTMLInputElement>(null);

  const change = <Field extends keyof Values>(field: Field, value: Values[Field]) => {
    setForm({ ...form, [field]: value });
    setFaults({ ...faults, [field]: undefined });
    setOutcome(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(null);
    const found = checkTrial(form);
    setFaults(Object.fromEntries(found.map(({ field, fault }) => [field, text.faults[fault]])));
    if (found[0]) {
      document.getElementById(`trial-${found[0].field}`)?.focus();
      return;
    }
    setBusy(true);
    const result = await registerTrial({ ...form, ...honeypotOf(honeypot) }, text.messages);
    setBusy(false);
    if (result.ok) setForm(empty);
    setOutcome(result);
  };

  const field = <Field extends Exclude<keyof Values, 'usageType'>>(name: Field) => ({
    id: `trial-${name}`,
    name,
    label: text[name],
    value: form[name],
    fault: faults[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value as Values[Field]),
  });

  return (
    <>
      {outcome && <Banner outcome={outcome} text={text.messages} />}
      {/* method=dialog: before the script has taken over, a submit does nothing rather than put the answers into the URL */}
      <form className="form card" method="dialog" noValidate onSubmit={submit} aria-busy={busy}>
        <h2>{text.heading}</h2>
        <p className="dim">{text.requiredNote}</p>
        <TextField {...field('name')} required autoComplete="name" maxLength={trialLengths.name} />
        <TextField {...field('email')} required type="email" autoComplete="email" maxLength={trialLengths.email} />
        <TextField {...field('company')} required autoComplete="organization" maxLength={trialLengths.company} />
        <SelectField {...field('businessType')} required>
          <option value="">{text.chooseBusinessType}</option>
          {businessTypes.map((value) => (
            <option key={value} value={value}>
              {text.businessTypes[value]}
            </option>
          ))}
        </SelectField>
        <UsageTypes
          id="trial-usageType"
          label={text.usageType}
          placeholder={text.chooseUsageType}
          removeLabel={text.removeUsage}
          names={text.usageTypes}
          chosen={form.usageType}
          fault={faults.usageType}
          onChange={(chosen) => change('usageType', chosen)}
        />
        <SelectField {...field('country')} autoComplete="country">
          <option value="">{text.chooseCountry}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField {...field('mobile')} type="tel" autoComplete="tel" maxLength={trialLengths.mobile} />
        <TextField {...field('microsoftTeams')} maxLength={trialLengths.microsoftTeams} />
        <HoneypotField input={honeypot} />
        <button type="submit" className="button wide" disabled={busy}>
          {busy ? text.submitting : text.submit}
        </button>
      </form>
    </>
  );
}

function Banner({ outcome, text }: { outcome: TrialOutcome; text: TrialFormProps['text']['messages'] }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    banner.current?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  }, []);
  return (
    <div ref={banner} className={outcome.ok ? 'notice good' : 'notice bad'} role={outcome.ok ? 'status' : 'alert'}>
      <Icon name={outcome.ok ? 'check' : 'close'} />
      {outcome.ok ? (
        <div>
          <strong>{text.successTitle}</strong>
          <p>{text.success}</p>
          <NextSteps newcomer={outcome.newcomer} text={text.next} />
        </div>
      ) : (
        <p>{outcome.message}</p>
      )}
    </div>
  );
}
