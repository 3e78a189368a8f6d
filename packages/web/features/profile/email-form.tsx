// The address one signs in with. Another one takes the password, and counts once the link mailed to it was opened.
import { profileRoutes } from '@tributary/contract/accounts/profile';
import { newPersonFields } from '@tributary/contract/accounts/signup';
import { z } from 'zod';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';

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
