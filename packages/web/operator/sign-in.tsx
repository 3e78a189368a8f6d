// The operator's sign-in page. It stands at whatever page of the console was asked for.
import { Alert } from '@mantine/core';
import { operatorRoutes } from '@tributary/contract/operator';
import { plainSentences } from '../kit/api-error.ts';
import { boot } from '../kit/boot.ts';
import { ColorSchemeToggle } from '../kit/color-scheme-toggle.tsx';
import type { FormDeclaration } from '../kit/form/form-declaration.ts';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { SignInFrame } from '../kit/sign-in-frame.tsx';
import { IconInfoCircle } from '../ui/icons.ts';
import { signIn, wasSignedOut } from './session.ts';

interface Credentials {
  email: string;
  password: string;
}

const form: FormDeclaration<Credentials> = {
  fields: [
    { kind: 'email', name: 'email', label: 'Email', required: true, autoComplete: 'username' },
    { kind: 'password', name: 'password', label: 'Password', required: true, autoComplete: 'current-password' },
  ],
  initial: { email: '', password: '' },
  schema: operatorRoutes.operatorLogin.body,
  submit: 'Log In',
  busy: 'Logging in...',
  sentences: plainSentences,
};

export const SignIn = () => (
  <SignInFrame
    brand={{ name: boot().brandName }}
    tools={<ColorSchemeToggle />}
    title="Operator"
    purpose="For whoever runs this installation. Workspaces sign in at their own address."
  >
    {wasSignedOut() && (
      <Alert
        role="status"
        mb="md"
        variant="default"
        icon={<IconInfoCircle size={18} aria-hidden />}
        title="You were signed out"
      >
        An operator’s session ends after an hour without activity, and after 12 hours at the latest. After signing in
        you are back where you were.
      </Alert>
    )}
    <SchemaForm form={form} send={(values) => signIn(values).then(() => undefined)} fullWidth />
  </SignInFrame>
);
