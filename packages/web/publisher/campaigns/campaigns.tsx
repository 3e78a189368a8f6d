// Campaigns as a publisher sees them: one declaration for what is available and what is his already.
import { offerCategories } from '@tributary/contract/offers/offer-terms';
import { offerRoutes, campaignList as wire } from '@tributary/contract/offers/offers';
import type { ResultOf } from '@tributary/contract/route';
import { callForList } from '../../kit/api/api.ts';
import { allCountries, countriesText } from '../../kit/inputs/country-selection.ts';
import { type Resource, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { money, words } from '../../ui/format.ts';
import { IconHandStop, IconLink } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import { AskDialog } from './ask-dialog.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { linksPath } from './links-path.ts';

export type Campaign = ResultOf<typeof offerRoutes.campaigns>['rows'][number];

/** what the publisher may do, in a word */
export const standing: Record<Campaign['state'], string> = {
  open: 'available',
  allowed: 'approved',
  askable: 'ask_first',
  requested: 'requested',
  refused: 'refused',
};
export const mayRun = ({ state }: Campaign): boolean => state === 'open' || state === 'allowed';
export const mayAsk = ({ state }: Campaign): boolean => state === 'askable' || state === 'refused';

const categoryOptions = offerCategories.map((value) => ({ value, label: words(value) }));
const countryOptions = allCountries().map(({ code, name }) => ({ value: code, label: name }));

const onlyRunning = {
  kind: 'one',
  name: 'show',
  label: t('campaigns.shown'),
  options: [{ value: 'running', label: t('campaigns.canRunNow') }],
} as const;

const rowActions: readonly RowAction<Campaign>[] = [
  {
    label: t('campaigns.getLink'),
    calls: null,
    icon: IconLink,
    when: mayRun,
    run: (row, { go }) => go(linksPath(row.id)),
  },
  {
    label: t('campaigns.askToRunIt'),
    calls: offerRoutes.askForCampaign,
    icon: IconHandStop,
    when: mayAsk,
    run: (row, { open }) => open('ask', row),
  },
];

/** what a campaign or one of its goals pays */
export const payoutText = (pay: Pick<Campaign, 'payout' | 'payout_percent'>, currency: string): string => {
  if (pay.payout_percent !== null) return t('campaigns.ofTheSale', { payoutPercent: pay.payout_percent });
  return pay.payout === null ? t('campaigns.hidden') : money(pay.payout, currency);
};

export const campaignList = (
  show: 'available' | 'mine',
  names: Pick<Resource<Campaign>, 'name' | 'title' | 'texts'>,
): Resource<Campaign> =>
  resource(wire, {
    ...names,
    countText: (total) => t('campaigns.campaigns', { count: total }),
    load: (query, context) => callForList(offerRoutes.campaigns, { show, ...query }, context),
    nameOf: (row) => row.title,
    searchPlaceholder: t('campaigns.searchByTitleOrNumber'),
    defaultSort: '-camp_id',
    filters: [
      ...(show === 'mine' ? [onlyRunning] : []),
      { kind: 'one', name: 'category', label: t('campaigns.category'), options: categoryOptions },
      { kind: 'one', name: 'country', label: t('common.country'), options: countryOptions },
    ],
    columns: [
      { id: 'camp_id', title: 'ID' },
      {
        id: 'title',
        title: t('common.campaign'),
        kind: 'title',
        value: (row) => row.title,
        image: (row) => row.thumbnail_url,
        fixed: true,
      },
      { id: 'state', title: t('common.state'), words: standing, fixed: true },
      {
        id: 'payout',
        title: t('common.payout'),
        kind: 'figure',
        value: (row) => payoutText(row, row.currency),
      },
      { id: 'offer_type', title: t('campaigns.type') },
      {
        id: 'countries',
        title: t('campaigns.countries'),
        kind: 'text',
        value: (row) => countriesText(row.geo_coverage),
      },
      {
        id: 'category',
        title: t('campaigns.category'),
        kind: 'text',
        value: (row) => row.category && words(row.category),
      },
      { id: 'reason', title: t('common.reason'), hidden: show === 'available' },
      { id: 'end_date', title: t('campaigns.ends'), kind: 'date', value: (row) => row.end_date },
    ],
    rowActions,
    dialogs: { ask: (props) => <AskDialog {...props} /> },
    details: CampaignDetails,
  });
