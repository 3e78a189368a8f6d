// Who a test pretends to be: the fields that both testers ask for.
import { deviceNames } from '@tributary/contract/trust/tester-words';
import type { Field } from '../../kit/form/form-declaration.ts';
import { countryOptions } from '../../kit/inputs/country-options.ts';
import { t } from '../../words/admin.ts';
import { deviceWords, optionsOf } from './paths.ts';

export interface ProfileValues {
  country: string;
  device: string;
  user_agent: string;
}

export const profileFields = <Values extends ProfileValues>(): Field<Values>[] => [
  {
    name: 'country',
    label: t('common.country'),
    kind: 'select',
    searchable: true,
    required: true,
    options: countryOptions(),
    half: true,
  },
  { name: 'device', label: t('testers.device'), kind: 'select', options: optionsOf(deviceWords), half: true },
  { name: 'user_agent', label: t('testers.userAgent'), kind: 'text', help: t('testers.userAgentHelp') },
];

export const usualProfile: ProfileValues = { country: 'us', device: 'android', user_agent: '' };
export const deviceIn = (text: string) => deviceNames.find((one) => one === text) ?? 'android';
