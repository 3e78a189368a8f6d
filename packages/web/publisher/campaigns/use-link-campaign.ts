// The campaign a link is made for, with its pages and creatives. The list finds a campaign by its number.
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../kit/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import type { Campaign } from './campaigns.tsx';

export function useLinkCampaign(number: string): Campaign | null {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['campaign', session.token, number],
    enabled: /^\d+$/.test(number),
    queryFn: async ({ signal }): Promise<Campaign | null> => {
      // titles that hold the number are found too; those of the lowest numbers come first
      const query = { q: number, sort: 'camp_id', page_size: 200 };
      const { rows } = await call(offerRoutes.campaigns, { query }, { session, signal });
      return rows.find(({ camp_id }) => String(camp_id) === number) ?? null;
    },
  });
  return answer.data ?? null;
}
