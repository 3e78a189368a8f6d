// The offer at a glance, beside the form and at the wizard's end.
import { parseMoney } from '@tributary/contract/money';
import dayjs from 'dayjs';
import { countriesText } from '../../../kit/inputs/country-selection.ts';
import { useHides } from '../../../kit/shell/permissions.ts';
import { MarkedAmount } from '../../../kit/table/marked-amount.tsx';
import { duration, EMPTY, money, shortDate, words } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { said } from '../../../words/said.ts';
import type { OfferDraft } from './draft.ts';
import { useOffer } from './form-context.ts';
import classes from './offer-form.module.css';
import { isLoss, percentIn } from './share.ts';

const amount = (text: string, currency: string) => {
  const share = percentIn(text);
  if (share !== null) return t('offers.ofTheSale', { text: share });
  return parseMoney(text) === null ? EMPTY : money(text.trim(), currency);
};
const day = (text: string) => (text ? shortDate(dayjs(text).unix()) : t('offers.default'));

const systemName = (system: string) => (system === 'ios' ? 'iOS' : words(system));

const facts: readonly (readonly [string, (draft: OfferDraft) => string])[] = [
  [t('offers.type'), (draft) => `${said(draft.objective)} (${draft.offer_type})`],
  [t('common.revenue'), (draft) => amount(draft.revenue, draft.currency)],
  [t('common.payout'), (draft) => amount(draft.payout, draft.currency)],
  [t('offers.goals'), (draft) => String(draft.goals.length + 1)],
  [t('offers.landingPages'), (draft) => String(draft.landing_pages.length + 1)],
  [t('offers.countries'), (draft) => countriesText(draft.geo_coverage, 3)],
  [t('offers.devices'), (draft) => (draft.devices === 'ALL' ? t('offers.allDevices') : words(draft.devices))],
  [
    t('common.system'),
    (draft) => (draft.operating_system === 'all' ? t('offers.allSystems') : systemName(draft.operating_system)),
  ],
  [t('offers.visibility'), (draft) => said(draft.offer_visibility)],
  [t('offers.runs'), (draft) => `${day(draft.start_date)} – ${day(draft.end_date)}`],
  [t('offers.redirect'), (draft) => draft.redirect_type],
  [t('common.hold'), (draft) => (draft.hold_minutes ? duration(Number(draft.hold_minutes) * 60) : t('offers.none'))],
];

export function OfferSummary() {
  const { draft } = useOffer();
  // a field of what the role hides would stand blank: it does not stand there, and stays on the server as it is
  const isUnseen = useHides('revenue');
  const shown = facts.filter(([label]) => label !== t('common.revenue') || !isUnseen);
  return (
    <div className={classes.summary}>
      <div className={classes.summaryHead}>
        {draft.thumbnail_url && <img src={draft.thumbnail_url} alt="" />}
        <strong>{draft.offer_name || t('offers.untitledOffer')}</strong>
        <StatusBadge status={draft.status === 'Approve' ? 'active' : draft.status} />
      </div>
      <dl>
        {shown.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              <MarkedAmount mark={label === t('common.payout') && !isUnseen && isLoss(draft) ? 'loss' : undefined}>
                {value(draft)}
              </MarkedAmount>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
