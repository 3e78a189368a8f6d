// One offer, by its id or its short number.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { useCallback } from 'react';
import { call } from '../../../kit/api/api.ts';
import type { CallContext } from '../../../kit/resource/declaration.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import type { OfferRecord } from '../form/wire.ts';

async function idOf(asked: string, context: CallContext): Promise<string> {
  if (!/^\d+$/.test(asked)) return asked;
  const { rows } = await call(offerRoutes.offerChoices, { query: { kind: 'offer', q: asked } }, context);
  return rows.find(({ number }) => String(number) === asked)?.id ?? asked;
}

export function useOfferRecord(asked: string) {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['offer', session.token, asked] as const;
  const answer = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<OfferRecord> => {
      const context = { session, signal };
      return call(offerRoutes.offer, { params: { id: await idOf(asked, context) } }, context);
    },
    // a form stands on it: it changes when it is saved or asked for, not by a look at another window
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { refetch } = answer;
  const reload = useCallback(async (): Promise<OfferRecord | undefined> => {
    await queries.invalidateQueries({ queryKey: ['offers'] });
    return (await refetch()).data;
  }, [queries, refetch]);
  return { answer, reload };
}
