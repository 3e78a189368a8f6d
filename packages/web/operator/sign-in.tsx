// The operator's sign-in page. It stands at whatever page of the console was asked for.
import { Alert } from '@mantine/core';
import { operatorRoutes } from '@tributary/contract/operator';
import { boot } from '../kit/boot.ts';
import type { FormDeclaration } from '../kit/form/form-declaration.ts';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { plainSentences } from '../kit/language/sentence-for.ts';
import { SignInFrame } from '../kit/pages/sign-in-frame.tsx';
import { ColorSchemeToggle } from '../kit/theme/color-scheme-toggle.tsx';
import { IconInfoCircle } from '../ui/icons.ts';
import { t } from '../words/operator.ts';
import { OperatorLanguage } from './operator-language.tsx';
import { signIn, wasSignedOut } from './session.ts';

interface Credentials {
  email: string;
  password: string;
}

const form: FormDeclaration<Credentials> = {
  fields: [
    { kind: 'email', name: 'email', label: t('signIn.email'), required: true, autoComplete: 'username' },
    {
      kind: 'password',
      name: 'password',
      label: t('signIn.password'),
      required: true,
      autoComplete: 'current-password',
    },
  ],
  initial: { email: '', password: '' },
  schema: operatorRoutes.operatorLogin.body,
  submit: t('signIn.logIn'),
  busy: t('signIn.loggingIn'),
  sentences: plainSentences(),
};

export const SignIn = () => (
  <SignInFrame
    brand={{ name: boot().brandName }}
    tools={
      <>
        <OperatorLanguage />
        <ColorSchemeToggle />
      </>
    }
    title={t('common.operator')}
    purpose={t('signIn.forWhoeverRunsThisInstallation')}
  >
    {wasSignedOut() && (
      <Alert
        role="status"
        mb="md"
        variant="default"
        icon={<IconInfoCircle size={18} aria-hidden />}
        title={t('signIn.youWereSignedOut')}
      >
        {t('signIn.anOperatorsSessionEndsAfter')}
      </Alert>
    )}
    <SchemaForm form={form} send={(values) => signIn(values).then(() => undefined)} fullWidth />
  </SignInFrame>
);
