// Campaigns as a publisher sees them: one declaration for what is available and what is his already.
import { offerCategories } from '@tributary/contract/offer-terms';
import { offerRoutes } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api.ts';
import { allCountries, countriesText } from '../../kit/inputs/country-selection.ts';
import { type Resource, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { count, money, words } from '../../ui/format.ts';
import { IconHandStop, IconLink } from '../../ui/icons.ts';
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
  name: 'running',
  label: 'Shown',
  options: [{ value: '1', label: 'Can run now' }],
} as const;

const rowActions: readonly RowAction<Campaign>[] = [
  {
    label: 'Get link',
    icon: IconLink,
    when: mayRun,
    run: (row, { go }) => go(linksPath(row.id)),
  },
  { label: 'Ask to run it', icon: IconHandStop, when: mayAsk, run: (row, { open }) => open('ask', row) },
];

/** what a campaign or one of its goals pays */
export const payoutText = (pay: Pick<Campaign, 'payout' | 'payout_percent'>, currency: string): string => {
  if (pay.payout_percent !== null) return `${pay.payout_percent}% of the sale`;
  return pay.payout === null ? 'Hidden' : money(pay.payout, currency);
};

export const campaignList = (
  show: 'available' | 'mine',
  names: Pick<Resource<Campaign>, 'name' | 'title' | 'texts'>,
): Resource<Campaign> =>
  resource<Campaign>({
    ...names,
    countText: (total) => `${count(total)} ${total === 1 ? 'campaign' : 'campaigns'}`,
    load: ({ running, ...query }, context) =>
      call(offerRoutes.campaigns, { query: { ...query, show: running ? 'running' : show } }, context),
    nameOf: (row) => row.title,
    searchPlaceholder: 'Search by title or number...',
    defaultSort: '-camp_id',
    filters: [
      ...(show === 'mine' ? [onlyRunning] : []),
      { kind: 'one', name: 'category', label: 'Category', options: categoryOptions },
      { kind: 'one', name: 'country', label: 'Country', options: countryOptions },
    ],
    columns: [
      { id: 'camp_id', title: 'ID', kind: 'text', value: (row) => row.camp_id, sortable: true },
      {
        id: 'title',
        title: 'Campaign',
        kind: 'title',
        value: (row) => row.title,
        image: (row) => row.thumbnail_url,
        sortable: true,
        fixed: true,
      },
      { id: 'state', title: 'State', kind: 'status', value: (row) => standing[row.state], fixed: true },
      { id: 'payout', title: 'Payout', kind: 'figure', value: (row) => payoutText(row, row.currency), sortable: true },
      { id: 'offer_type', title: 'Type', kind: 'text', value: (row) => row.offer_type },
      { id: 'countries', title: 'Countries', kind: 'text', value: (row) => countriesText(row.geo_coverage) },
      { id: 'category', title: 'Category', kind: 'text', value: (row) => row.category && words(row.category) },
      { id: 'reason', title: 'Reason', kind: 'text', value: (row) => row.reason, hidden: show === 'available' },
      { id: 'end_date', title: 'Ends', kind: 'date', value: (row) => row.end_date },
    ],
    rowActions,
    dialogs: { ask: (props) => <AskDialog {...props} /> },
    details: CampaignDetails,
  });
