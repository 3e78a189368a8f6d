// The operator's sign-in page. It stands at whatever page of the console was asked for.
import { operatorRoutes } from '@tributary/contract/operator';
import { plainSentences } from '../kit/api-error.ts';
import { boot } from '../kit/boot.ts';
import { ColorSchemeToggle } from '../kit/color-scheme-toggle.tsx';
import type { FormDeclaration } from '../kit/form/form-declaration.ts';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { SignInFrame } from '../kit/sign-in-frame.tsx';
import { signIn } from './session.ts';

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
    <SchemaForm form={form} send={(values) => signIn(values).then(() => undefined)} fullWidth />
  </SignInFrame>
);
