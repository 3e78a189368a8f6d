// Campaign Links: the generator, and every link made with it.

import { linkList, offerRoutes } from '@tributary/contract/offers/offers';
import type { ResultOf } from '@tributary/contract/route';
import { copyAndSay } from '../../kit/copy-text.ts';
import { type RowAction, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { IconCopy, IconLink, IconQrcode } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import { LinkGenerator } from './link-generator.tsx';
import { LINKS } from './links-path.ts';
import { QrDialog } from './qr-dialog.tsx';

export type SavedLink = ResultOf<typeof offerRoutes.links>['rows'][number];

const copy = (
  label: string,
  text: (row: SavedLink) => string,
): Pick<RowAction<SavedLink>, 'label' | 'calls' | 'when' | 'run'> => ({
  label,
  calls: null,
  when: () => true,
  run: (row) => copyAndSay(text(row)),
});

const links = resource(linkList, {
  name: LINKS,
  title: t('common.campaignLinks'),
  countText: (total) => t('campaigns.savedLinks', { count: total }),
  load: offerRoutes.links,
  file: offerRoutes.exportLinks,
  nameOf: (row) => `${row.offer_name}, ${row.code}`,
  searchPlaceholder: t('campaigns.searchByCampaignOrCode'),
  defaultSort: '-created_at',
  columns: [
    {
      id: 'offer_name',
      title: t('common.campaign'),
      kind: 'text',
      value: (row) => `${row.offer_name} (${row.camp_id})`,
      fixed: true,
    },
    { id: 'short_url', title: t('campaigns.shortLink') },
    {
      id: 'params',
      title: t('campaigns.values'),
      kind: 'tags',
      value: (row) => Object.entries(row.params).map((one) => one.join('=')),
    },
    { id: 'url', title: t('campaigns.wholeLink'), hidden: true },
    { id: 'created_at', title: t('campaigns.made') },
  ],
  rowActions: [
    { ...copy(t('campaigns.copyShortLink'), (row) => row.short_url), icon: IconCopy },
    { ...copy(t('campaigns.copyWholeLink'), (row) => row.url), icon: IconLink },
    {
      label: t('campaigns.qrCode'),
      calls: null,
      icon: IconQrcode,
      when: () => true,
      run: (row, { open }) => open('qr', row),
    },
  ],
  dialogs: { qr: ({ row, close }) => row && <QrDialog title={row.offer_name} text={row.short_url} close={close} /> },
  texts: {
    loading: t('campaigns.loadingLinks'),
    emptyTitle: t('campaigns.noLinksYet'),
    emptyText: t('campaigns.linksYouMakeAboveAre'),
  },
});

export default function CampaignLinks() {
  return <ResourcePage list={links} intro={<LinkGenerator />} />;
}
