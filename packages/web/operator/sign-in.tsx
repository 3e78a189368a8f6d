// The operator's sign-in page. It stands at whatever page of the console was asked for.
import { operatorRoutes } from '@tributary/contract/operator';
import { plainSentences } from '../kit/api-error.ts';
import { boot } from '../kit/boot.ts';
import { ColorSchemeToggle } from '../kit/color-scheme-toggle.tsx';
import type { FormDeclaration } from '../kit/form/form-declaration.ts';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { useTitle } from '../kit/use-title.ts';
import { Brand } from '../ui/brand.tsx';
import { signIn } from './session.ts';
import classes from './sign-in.module.css';

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

export function SignIn() {
  useTitle('Operator');
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <ColorSchemeToggle />
      </div>
      <main className={classes.main}>
        <Brand name={boot().brandName} size="lg" />
        <section className={classes.card} aria-labelledby="sign-in-title">
          <h1 id="sign-in-title" className={classes.title}>
            Operator
          </h1>
          <p className={classes.purpose}>
            For whoever runs this installation. Workspaces sign in at their own address.
          </p>
          <SchemaForm form={form} send={(values) => signIn(values).then(() => undefined)} fullWidth />
        </section>
      </main>
    </div>
  );
}
