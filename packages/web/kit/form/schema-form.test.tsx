import { cleanup, screen, waitFor } from '@testing-library/react';
import { profileRoutes } from '@tributary/contract/accounts/profile';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '../api/api.ts';
import { readSession, readSignedOut } from '../api/session.ts';
import { answers, openScreen, refused, session } from '../testing/open-screen.tsx';
import type { FormDeclaration } from './form-declaration.ts';
import { SchemaForm } from './schema-form.tsx';

interface Values {
  title: string;
  many: number | '';
  secret: string;
}
const form: FormDeclaration<Values> = {
  fields: [
    { name: 'title', label: 'Title', kind: 'text', required: true },
    { name: 'many', label: 'How many', kind: 'number' },
    { name: 'secret', label: 'Secret', kind: 'password' },
  ],
  initial: { title: '', many: '', secret: '' },
  schema: z.object({
    title: z.string().min(1, 'A title, please'),
    many: z.number('A number, please'),
    secret: z.string(),
  }),
  submit: 'Save',
  busy: 'Saving...',
};

it('says the first thing that is wrong, in the order of the fields, and any edit takes the message away', async () => {
  const sent: Values[] = [];
  const { user } = openScreen(<SchemaForm form={form} send={async (values) => void sent.push(values)} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A title, please');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'A');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('A number, please');
  await user.type(screen.getByRole('textbox', { name: 'How many' }), '12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ title: 'A', many: 12, secret: '' }]));
});

it('is busy while it is sent, and is not sent twice', async () => {
  let sent = 0;
  let finish: (() => void) | undefined;
  const { user } = openScreen(
    <SchemaForm
      form={{ ...form, schema: undefined }}
      send={() =>
        new Promise((resolve) => {
          sent++;
          finish = () => resolve({ tone: 'success', text: 'Saved' });
        })
      }
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' });
  await user.click(busy);
  finish?.();
  expect((await screen.findByRole('status')).textContent).toBe('Saved');
  expect(sent).toBe(1);
});

it('what was typed when the session ended is offered back, secrets excepted', async () => {
  const { user } = openScreen(<SchemaForm form={form} send={async () => undefined} />);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Half an hour');
  await user.type(screen.getByLabelText(/^Secret/, { selector: 'input' }), 'hush');
  answers({ 'GET /api/profile': () => refused(401, 'unauthorized', 'Please sign in again.') });
  await call(profileRoutes.profile, {}, { session }).catch(() => undefined);
  expect([readSession('admin'), readSignedOut()?.why]).toEqual([null, 'Please sign in again.']);
  cleanup();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('hush');
  const { user: again } = openScreen(<SchemaForm form={form} send={async () => undefined} />);
  await again.click(await screen.findByRole('button', { name: 'Bring it back' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Half an hour');
});

it('what is typed while the session lives is not kept', async () => {
  const { user } = openScreen(<SchemaForm form={form} send={async () => undefined} />);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'A');
  cleanup();
  expect(sessionStorage.length).toBe(0);
});
