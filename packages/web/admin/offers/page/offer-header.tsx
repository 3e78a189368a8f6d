// The head of an offer's page: what it is, whose, its state, and what can be done with it as a whole.
import { Button, Group } from '@mantine/core';
import type { OfferStatusName } from '@tributary/contract/offer-terms';
import { offerRoutes } from '@tributary/contract/offers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/api.ts';
import { sentenceFor } from '../../../kit/api-error.ts';
import { confirmDialog } from '../../../kit/dialogs.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { toast } from '../../../kit/toast.tsx';
import { IconCopy, IconPlayerPause, IconPlayerPlay } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { offerPath } from '../offer-path.ts';
import type { OfferTabProps } from './offer-tabs.tsx';

export function OfferHeader({ offer, reload }: OfferTabProps) {
  const { session } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const title = String(offer.fields.offer_name ?? '');
  const status = String(offer.fields.status ?? '');
  const active = status === 'active';
  const params = { id: offer.id };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => toast.error(sentenceFor(error)));
    setBusy(false);
  };
  const toggle = async () => {
    const next: OfferStatusName = active ? 'paused' : 'active';
    const question = {
      title: `Pause ${title}?`,
      text: 'Clicks go to the fallback within seconds. You can activate it again at any time.',
      confirm: 'Pause',
    };
    if (active && !(await confirmDialog(question))) return;
    await attempt(async () => {
      await call(offerRoutes.setOfferStatus, { params, body: { status: next } }, { session });
      toast.success(active ? 'Offer paused.' : 'Offer activated.');
      await reload();
    });
  };
  const clone = () =>
    attempt(async () => {
      const copy = await call(offerRoutes.cloneOffer, { params }, { session });
      toast.success(`Cloned as offer ${copy.camp_id}, which is pending.`);
      await navigate(offerPath(copy.id));
    });
  return (
    <PageHeader
      title={title}
      note={
        <Group gap="xs">
          Offer {offer.camp_id} of {offer.advertiser_name} <StatusBadge status={status} />
        </Group>
      }
      actions={
        <>
          <Button
            variant="default"
            disabled={busy}
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void clone()}
          >
            Clone
          </Button>
          <Button
            variant="default"
            disabled={busy}
            leftSection={active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            onClick={() => void toggle()}
          >
            {active ? 'Pause' : 'Activate'}
          </Button>
        </>
      }
    />
  );
}
