// Settings › General › Sign-up: who may sign up, and what is asked.
import { Select, Stack, TextInput } from '@mantine/core';
import { type SignupRules, signupSection, signupStates } from '@tributary/contract/settings/signup';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { OwnInput, SettingWords } from '../../kit/settings/setting-fields.ts';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { QuestionEditor } from './question-editor.tsx';
import { generalTabs } from './tabs.ts';

type Kind = 'publisher' | 'advertiser';
const stateWords = () => ({
  open: t('signup.open'),
  invitation: t('signup.invitation'),
  closed: t('signup.closed'),
});

/** what the form holds is looked at when it is saved; a value that cannot be read begins anew */
const isRules = (value: unknown): value is SignupRules =>
  typeof value === 'object' && value !== null && 'questions' in value && 'state' in value;
const rulesIn = (value: unknown, kind: Kind): SignupRules => (isRules(value) ? value : signupSection.defaults[kind]);

const linkTo = (kind: Kind, code: string): string =>
  `${window.location.origin}/${kind}-signup?invitation=${encodeURIComponent(code)}`;

const newCode = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

function RulesInput({ kind, value, set, disabled }: OwnInput & { kind: Kind }) {
  const rules = rulesIn(value, kind);
  const change = (changes: Partial<SignupRules>) => set({ ...rules, ...changes });
  return (
    <Stack gap="sm" component="section">
      <h3>{kind === 'publisher' ? t('signup.ofPublishers') : t('signup.ofAdvertisers')}</h3>
      <Select
        label={t('signup.state')}
        description={t('signup.stateHelp')}
        data={signupStates.map((one) => ({ value: one, label: stateWords()[one] }))}
        value={rules.state}
        allowDeselect={false}
        disabled={disabled}
        onChange={(chosen) => {
          const state = signupStates.find((one) => one === chosen) ?? 'open';
          change({ state, invitation_code: rules.invitation_code || (state === 'invitation' ? newCode() : '') });
        }}
      />
      {rules.state === 'invitation' && (
        <>
          <TextInput
            label={t('signup.code')}
            description={t('signup.codeHelp')}
            value={rules.invitation_code}
            onChange={(event) => change({ invitation_code: event.currentTarget.value })}
          />
          <TextInput label={t('signup.link')} value={linkTo(kind, rules.invitation_code)} readOnly />
        </>
      )}
      <QuestionEditor questions={rules.questions} set={(questions) => change({ questions })} disabled={disabled} />
    </Stack>
  );
}

const ownOf = (kind: Kind): SettingWords => ({
  label: kind === 'publisher' ? t('signup.ofPublishers') : t('signup.ofAdvertisers'),
  own: {
    input: (props) => <RulesInput kind={kind} {...props} />,
    text: (value) => {
      const { state, questions } = rulesIn(value, kind);
      return [stateWords()[state], ...questions.map(({ label }) => label.en)].join(' · ');
    },
  },
});

const screen: SettingsScreen = {
  title: t('signup.title'),
  purpose: t('signup.purpose'),
  sections: {
    signup: {
      title: t('signup.forms'),
      text: t('signup.formsText'),
      settings: { publisher: ownOf('publisher'), advertiser: ownOf('advertiser') },
    },
  },
};

export default function SignupSettings() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
