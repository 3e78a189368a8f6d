import { describe, expect, it } from 'vitest';
import { countriesIn, countryCodes, countryName } from '../countries.ts';
import { ContactBody } from './contact.ts';
import { ecommerceAddOn, featuresOf, plans, priceOf } from './plans.ts';
import { FreeTrialBody } from './trial.ts';
import { checkTrial, trialFaults } from './trial-form.ts';

const registration = {
  name: ' Asha Rivers ',
  email: 'asha@example.com',
  company: 'Brook Network',
  businessType: 'Agency',
  usageType: ['Lead Generation', 'Multi'],
  country: 'in',
  mobile: '+91 98765 43210',
  microsoftTeams: '',
};

const sentencesFor = (body: unknown): string[] =>
  FreeTrialBody.safeParse(body).error?.issues.map(({ message }) => message) ?? [];

describe('a free-trial registration', () => {
  it('is accepted with its optional fields absent, null or empty, and arrives trimmed', () => {
    expect(FreeTrialBody.parse(registration).name).toBe('Asha Rivers');
    const { country: _, mobile: __, ...bare } = registration;
    expect(FreeTrialBody.parse({ ...bare, microsoftTeams: null })).toMatchObject({
      country: '',
      mobile: '',
      microsoftTeams: '',
    });
  });

  it('is refused in field order, with the form’s own sentences', () => {
    const nothing = { ...registration, name: ' ', email: '', company: '', businessType: '', usageType: [] };
    const expected = ['name', 'email', 'company', 'businessType', 'usageType'] as const;
    expect(checkTrial(nothing).map(({ fault }) => fault)).toEqual(expected);
    expect(sentencesFor(nothing)).toEqual(expected.map((fault) => trialFaults[fault]));
    expect(sentencesFor({})[0]).toBe('Name is required');
  });

  it('takes only the specification’s choices, an ISO country in lower case, and an address that can receive mail', () => {
    expect(sentencesFor({ ...registration, businessType: 'Farmer' })).toEqual([trialFaults.businessType]);
    expect(sentencesFor({ ...registration, usageType: ['Multi', 'Farming'] })).toEqual([trialFaults.usageType]);
    expect(sentencesFor({ ...registration, country: 'IN' })).toEqual([trialFaults.country]);
    for (const email of ['nobody', 'a@b', 'a b@c.example', 'a@b..example', 'a@b.example\r\nBcc: c@d.example']) {
      expect(sentencesFor({ ...registration, email }), email).toEqual([trialFaults.emailShape]);
    }
    expect(sentencesFor({ ...registration, mobile: '<script>' })).toEqual([trialFaults.mobile]);
  });
});

describe('a contact message', () => {
  it('needs a name, an address and a text, but no company', () => {
    const refused = ContactBody.safeParse({ name: '', email: 'x', message: ' ' }).error?.issues;
    expect(refused?.map(({ message }) => message)).toEqual([
      'Name is required',
      'Please enter a valid email address',
      'Message is required',
    ]);
    expect(ContactBody.parse({ name: 'A', email: 'a@b.example', message: 'Hello' }).company).toBe('');
  });
});

describe('the price list', () => {
  it('is the specification’s', () => {
    expect(plans.map(({ name, faqName, rupeesPerMonth }) => [name, faqName, rupeesPerMonth])).toEqual([
      ['Basic', 'Basic', 699],
      ['Advanced', 'Professional', 2999],
      ['Premium', 'Enterprise', 6999],
    ]);
    expect(plans.map(({ conversions, clicks, offers }) => [conversions, clicks, offers])).toEqual([
      [8_000, 200_000, null],
      [20_000, null, null],
      [75_000, null, null],
    ]);
    expect(plans[2].features).toEqual(plans[1].features);
  });

  it('adds the add-on’s price and, once each, its features', () => {
    for (const plan of plans) {
      expect(priceOf(plan, true)).toBe(plan.rupeesPerMonth + ecommerceAddOn.rupeesPerMonth);
      const features = featuresOf(plan, true);
      expect(new Set(features).size).toBe(features.length);
      expect(features).toEqual(expect.arrayContaining([...ecommerceAddOn.features]));
      expect(featuresOf(plan, false)).toEqual(plan.features);
    }
  });
});

describe('the countries', () => {
  it('are all of ISO 3166-1, each with a name in the site’s languages', () => {
    expect(new Set(countryCodes).size).toBe(249);
    expect(countryName('in', 'es')).toBe('India');
    for (const locale of ['en', 'es', 'hi']) {
      for (const { code, name } of countriesIn(locale)) expect(name, `${code} in ${locale}`).not.toMatch(/^[A-Z]{2}$/);
    }
  });
});
