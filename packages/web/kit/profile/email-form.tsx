// The address one signs in with. Another one takes the password, and counts once the link mailed to it was opened.
import { profileRoutes } from '@tributary/contract/profile';
import { newPersonFields } from '@tributary/contract/signup';
import { z } from 'zod';
import { call } from '../api.ts';
import type { FormDeclaration } from '../form/form-declaration.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { useSession } from '../shell/session-context.ts';
import { toast } from '../toast.tsx';

interface Values {
  email: string;
  password: string;
}

const form: FormDeclaration<Values> = {
  fields: [
    { name: 'email', label: 'New Email', kind: 'email', required: true, half: true, autoComplete: 'email' },
    {
      name: 'password',
      label: 'Your Password',
      kind: 'password',
      required: true,
      half: true,
      autoComplete: 'current-password',
    },
  ],
  initial: { email: '', password: '' },
  schema: z.object({ email: newPersonFields.email, password: z.string().min(1, 'Your password is required') }),
  submit: 'Change Email',
  busy: 'Sending...',
};

export function EmailForm({ changed }: { changed: () => void }) {
  const { session } = useSession();
  const send = async ({ email, password }: Values) => {
    await call(profileRoutes.changeEmail, { body: { email, password } }, { session });
    toast.success(`We have sent a link to ${email}. Your address changes once you open it.`);
    changed();
    return undefined;
  };
  return <SchemaForm form={form} send={send} />;
}
