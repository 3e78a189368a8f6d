// The link by which the chosen publisher runs the offer, ready to hand over.
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../../kit/api/api.ts';
import { CopyLine } from '../../../kit/inputs/copy-line.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { t } from '../../../words/admin.ts';

interface PublisherLinkProps {
  offerId: string;
  publisherId: string;
  /** what was decided about publishers meanwhile changes the answer */
  version: unknown;
}

export function PublisherLink({ offerId, publisherId, version }: PublisherLinkProps) {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['offer-link', session.token, offerId, publisherId, version],
    queryFn: ({ signal }) =>
      call(
        offerRoutes.offerLink,
        { params: { id: offerId }, query: { publisher_id: publisherId } },
        { session, signal },
      ),
  });
  if (!data) return null;
  return (
    <Box mb="md">
      <CopyLine label={t('offers.trackingLink')} text={data.url} />
      {!data.runs && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('offers.linkDoesNotRun')}
        </Text>
      )}
    </Box>
  );
}
