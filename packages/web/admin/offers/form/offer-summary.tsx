// The offer at a glance, beside the form and at the wizard's end.
import { parseMoney } from '@tributary/contract/money';
import dayjs from 'dayjs';
import { countriesText } from '../../../kit/inputs/country-selection.ts';
import { MarkedAmount } from '../../../kit/table/marked-amount.tsx';
import { duration, EMPTY, money, words } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { OfferDraft } from './draft.ts';
import { useOffer } from './form-context.ts';
import classes from './offer-form.module.css';
import { isLoss, percentIn } from './share.ts';

const amount = (text: string, currency: string) => {
  if (percentIn(text) !== null) return `${percentIn(text)}% of the sale`;
  return parseMoney(text) === null ? EMPTY : money(text.trim(), currency);
};
const day = (text: string) => (text ? dayjs(text).format('MMM D, YYYY') : 'Default');

const systemName = (system: string) => (system === 'ios' ? 'iOS' : words(system));

const facts: readonly (readonly [string, (draft: OfferDraft) => string])[] = [
  ['Type', (draft) => `${draft.objective} (${draft.offer_type})`],
  ['Revenue', (draft) => amount(draft.revenue, draft.currency)],
  ['Payout', (draft) => amount(draft.payout, draft.currency)],
  ['Goals', (draft) => String(draft.goals.length + 1)],
  ['Landing pages', (draft) => String(draft.landing_pages.length + 1)],
  ['Countries', (draft) => countriesText(draft.geo_coverage, 3)],
  ['Devices', (draft) => (draft.devices === 'ALL' ? 'All devices' : words(draft.devices))],
  ['System', (draft) => (draft.operating_system === 'all' ? 'All systems' : systemName(draft.operating_system))],
  ['Visibility', (draft) => draft.offer_visibility],
  ['Runs', (draft) => `${day(draft.start_date)} – ${day(draft.end_date)}`],
  ['Redirect', (draft) => draft.redirect_type],
  ['Hold', (draft) => (draft.hold_minutes ? duration(Number(draft.hold_minutes) * 60) : 'None')],
];

export function OfferSummary() {
  const { draft } = useOffer();
  return (
    <div className={classes.summary}>
      <div className={classes.summaryHead}>
        {draft.thumbnail_url && <img src={draft.thumbnail_url} alt="" />}
        <strong>{draft.offer_name || 'Untitled offer'}</strong>
        <StatusBadge status={draft.status === 'Approve' ? 'active' : draft.status} />
      </div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              <MarkedAmount mark={label === 'Payout' && isLoss(draft) ? 'loss' : undefined}>
                {value(draft)}
              </MarkedAmount>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
