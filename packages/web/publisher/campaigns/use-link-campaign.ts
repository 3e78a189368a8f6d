// The campaign a link is made for, with its pages and creatives. There is no call for one campaign: the list is asked
// for those the publisher may see, until it is found.
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../kit/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import type { Campaign } from './campaigns.tsx';

const PAGE_SIZE = 200;

export function useLinkCampaign(id: string): Campaign | null {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['campaign', session.token, id],
    enabled: id !== '',
    queryFn: async ({ signal }): Promise<Campaign | null> => {
      for (let page = 1; ; page++) {
        const query = { page, page_size: PAGE_SIZE };
        const { rows } = await call(offerRoutes.campaigns, { query }, { session, signal });
        const found = rows.find((row) => row.id === id);
        if (found || rows.length < PAGE_SIZE) return found ?? null;
      }
    },
  });
  return answer.data ?? null;
}
