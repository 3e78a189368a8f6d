// For component tests: a screen as the console draws it, with its router, its session and its dialogs. What the server would say is
// the test's to say (`answers`), everything on this side of the wire is the real thing.
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Grants } from '@tributary/contract/accounts/sections';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { type Session, storeLogin } from '../api/session.ts';
import { useDialogFocus } from '../dialogs/dialog-focus.ts';
import { DialogHost } from '../dialogs/dialogs.tsx';
import { ToastHost } from '../dialogs/toast.tsx';
import { type KnownSession, SessionContext } from '../shell/session-context.ts';

export const ana: Session['user'] = {
  id: '0198',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@demo.test',
  subdomain: 'demo',
  status: 'approved',
};
export const session: Session = { role: 'admin', token: 't1', user: ana };

interface Opened {
  /** what the reader's role opens; null: everything, as in a portal */
  grants?: Grants | null;
  seesAll?: boolean;
  /** what the reader's role does not show */
  hidden?: KnownSession['hidden'];
  path?: string;
}

function Frame({ children }: { children: ReactNode }) {
  useDialogFocus();
  return (
    <main id="content" tabIndex={-1}>
      {children}
    </main>
  );
}

export function openScreen(screen: ReactNode, { grants = null, seesAll = true, hidden = [], path = '/' }: Opened = {}) {
  notifications.clean();
  storeLogin({ token: session.token, user: ana, type: 'admin' });
  const known: KnownSession = {
    session,
    user: ana,
    type: 'admin',
    is_owner: grants === null,
    hidden,
    role: grants && { name: 'Tester', sections: grants, sees_all: seesAll },
    must_change_password: false,
    must_accept_terms: false,
    two_factor: { on: false, due_at: null, must_set_up: false },
    expires_at: 4_102_444_800,
    time_zone: 'UTC',
    impersonated_by: null,
  };
  const router = createMemoryRouter([{ path: '*', element: <Frame>{screen}</Frame> }], { initialEntries: [path] });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SessionContext value={known}>
          <RouterProvider router={router} />
          <DialogHost />
          <ToastHost />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

/** what the server was asked */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}
interface Answer {
  status?: number;
  body: unknown;
}

/** "GET /api/settings/reports" → what it says; whatever else is asked is a fault of the test */
export function answers(table: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>>): Asked[] {
  const heard: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://demo.localhost');
    const method = init.method ?? 'GET';
    const asked = { method, path, query, body: init.body ? (JSON.parse(String(init.body)) as unknown) : undefined };
    heard.push(asked);
    const answer = table[`${method} ${path}`];
    if (!answer) throw new Error(`nobody answers ${method} ${path}`);
    const { status = 200, body } = await answer(asked);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return heard;
}

/** a refusal as our own routes word it */
export const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});
