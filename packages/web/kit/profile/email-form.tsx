// The address one signs in with. Another one takes the password, and counts once the link mailed to it was opened.
import { profileRoutes } from '@tributary/contract/profile';
import { newPersonFields } from '@tributary/contract/signup';
import { z } from 'zod';
import { t } from '../../words/kit.ts';
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
    { name: 'email', label: t('profile.newEmail'), kind: 'email', required: true, half: true, autoComplete: 'email' },
    {
      name: 'password',
      label: t('profile.yourPassword'),
      kind: 'password',
      required: true,
      half: true,
      autoComplete: 'current-password',
    },
  ],
  initial: { email: '', password: '' },
  schema: z.object({ email: newPersonFields.email, password: z.string().min(1, t('profile.yourPasswordIsRequired')) }),
  submit: t('profile.changeEmail'),
  busy: t('profile.sending'),
};

export function EmailForm({ changed }: { changed: () => void }) {
  const { session } = useSession();
  const send = async ({ email, password }: Values) => {
    await call(profileRoutes.changeEmail, { body: { email, password } }, { session });
    toast.success(t('profile.weHaveSentALink', { email }));
    changed();
    return undefined;
  };
  return <SchemaForm form={form} send={send} />;
}
