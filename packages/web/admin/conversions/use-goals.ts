// The goals of an offer, for a picker; none while no offer is chosen.
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';

export function useGoals(offerId: string): { value: string; label: string }[] {
  const { session } = useSession();
  const offer = useQuery({
    queryKey: ['offer', session.token, offerId, 'goals'],
    queryFn: ({ signal }) => call(offerRoutes.offer, { params: { id: offerId } }, { session, signal }),
    enabled: offerId !== '',
  });
  return (offer.data?.goals ?? []).map(({ id, name, token }) => ({
    value: id,
    label: token ? `${name} (${token})` : name,
  }));
}
