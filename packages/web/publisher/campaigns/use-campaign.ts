// One campaign with its pages and creatives; none is asked for while no id is known.
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';

export function useCampaign(id: string) {
  const { session } = useSession();
  return useQuery({
    queryKey: ['campaign', session.token, id],
    enabled: id !== '',
    // an answer of the account manager may have come meanwhile
    staleTime: 0,
    queryFn: ({ signal }) => call(offerRoutes.campaign, { params: { id } }, { session, signal }),
  });
}
