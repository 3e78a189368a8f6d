// Figures that move by themselves: one call at first, then whatever the server pushes. A page that nobody looks at keeps
// no connection open (a browser has six for a host), and asks anew when it is looked at again.
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { dashboardRoutes, type LiveView } from '@tributary/contract/reports/dashboards';
import { useEffect, useState } from 'react';
import { callForStream } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { readEvents } from './events.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface LiveQuery {
  range?: 'today' | 'yesterday' | 'last_7_days';
  status?: 'all' | 'active' | 'inactive';
}

export function useLive<Reply>(view: LiveView, query: LiveQuery, load: (context: CallContext) => Promise<Reply>) {
  const { session } = useSession();
  const queryClient = useQueryClient();
  const key = JSON.stringify([view, session.token, query]);
  const answer = useQuery({ queryKey: ['live', key], queryFn: ({ signal }) => load({ session, signal }) });
  const [connected, setConnected] = useState(false);
  const visible = useVisible();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the call depends upon
  useEffect(() => {
    if (!visible) return;
    const ending = new AbortController();
    void follow(session, view, query, ending.signal, setConnected, (data) => {
      queryClient.setQueryData<unknown>(['live', key] satisfies QueryKey, data);
    });
    return () => ending.abort();
  }, [key, visible]);
  return { ...answer, connected: connected && visible };
}

/** opens the stream again whenever it ends: at once after a good one, ever later after failures */
async function follow(
  session: Session,
  view: LiveView,
  query: LiveQuery,
  signal: AbortSignal,
  setConnected: (connected: boolean) => void,
  take: (data: unknown) => void,
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const stream = await callForStream(dashboardRoutes.live, { query: { ...query, view } }, { session, signal });
      for await (const { event, data } of readEvents(stream)) {
        if (signal.aborted) return;
        setConnected(true);
        wait = FIRST_WAIT_MS;
        if (event === 'figures') take(JSON.parse(data));
      }
    } catch {
      // the figures stay as they are, and the page says that they no longer move
    }
    if (signal.aborted) return;
    setConnected(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const listen = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return visible;
}
