// The head of an offer's page: what it is, whose, its state, and what can be done with it as a whole.
import { Button, Group } from '@mantine/core';
import type { OfferStatusName } from '@tributary/contract/offers/offer-terms';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { IconCopy, IconPlayerPause, IconPlayerPlay } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { offerPath } from '../offer-path.ts';
import type { OfferTabProps } from './offer-tabs.tsx';

export function OfferHeader({ offer, reload }: OfferTabProps) {
  const { session } = useSession();
  const may = useMay();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const title = offer.fields.offer_name;
  const { status } = offer.fields;
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
      title: t('offers.pause', { title }),
      text: t('common.clicksGoToTheFallback'),
      confirm: t('common.pause'),
    };
    if (active && !(await confirmDialog(question))) return;
    await attempt(async () => {
      await call(offerRoutes.setOfferStatus, { params, body: { status: next } }, { session });
      toast.success(active ? t('common.offerPaused') : t('offers.offerActivated'));
      await reload();
    });
  };
  const clone = () =>
    attempt(async () => {
      const copy = await call(offerRoutes.cloneOffer, { params }, { session });
      toast.success(t('offers.clonedAsOfferWhichIs', { campId: copy.camp_id }));
      await navigate(offerPath(copy.id));
    });
  return (
    <PageHeader
      title={title}
      note={
        <Group gap="xs">
          {t('offers.offerOf', { number: String(offer.camp_id), advertiser: offer.advertiser_name })}{' '}
          <StatusBadge status={status} />
        </Group>
      }
      actions={
        <>
          {may(offerRoutes.cloneOffer) && (
            <Button
              variant="default"
              disabled={busy}
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => void clone()}
            >
              {t('offers.clone')}
            </Button>
          )}
          {may(offerRoutes.setOfferStatus) && (
            <Button
              variant="default"
              disabled={busy}
              leftSection={
                active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
              }
              onClick={() => void toggle()}
            >
              {active ? t('common.pause') : t('offers.activate')}
            </Button>
          )}
        </>
      }
    />
  );
}
