// Currency, revenue, payout. Amounts stay text; what is kept per conversion is worked out in micro-units.
import { Select, TextInput } from '@mantine/core';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { offerCurrencies } from '@tributary/contract/offers/offer-terms';
import { useHides } from '../../../../kit/shell/permissions.ts';
import { MarkedAmount } from '../../../../kit/table/marked-amount.tsx';
import { money } from '../../../../ui/format.ts';
import { t } from '../../../../words/admin.ts';
import { withCurrency } from '../convert-currency.ts';
import type { OfferDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';
import { isLoss, percentIn } from '../share.ts';

export function MoneyParts() {
  const { draft, patch, set, fault } = useOffer();
  // a field of what the role hides would stand blank: it does not stand there, and stays on the server as it is
  const isUnseen = useHides('revenue');
  const amount = (name: 'revenue' | 'payout', label: string, help: string) => (
    <TextInput
      name={name}
      label={label}
      withAsterisk
      description={help}
      placeholder={t('offers.eG03')}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={fault?.field === name}
    />
  );
  return (
    <div className={classes.grid}>
      <Select
        name="currency"
        label={t('offers.currency')}
        withAsterisk
        description={t('offers.ofBothAmounts')}
        data={[...offerCurrencies]}
        allowDeselect={false}
        value={draft.currency}
        onChange={(currency) => currency && patch(withCurrency(draft, currency))}
      />
      <Select
        label={t('offers.payoutMethod')}
        description={t('offers.howPayoutFollowsFromA')}
        data={[t('offers.default')]}
        allowDeselect={false}
        value={t('offers.default')}
      />
      {!isUnseen && amount('revenue', t('common.revenue'), t('offers.amountChargedFromTheAdvertiser'))}
      {amount('payout', t('common.payout'), t('offers.amountPaidToThePublisher'))}
      {!isUnseen && (
        <p className={classes.margin} role="status">
          <MarkedAmount mark={isLoss(draft) ? 'loss' : undefined}>{marginText(draft)}</MarkedAmount>
        </p>
      )}
    </div>
  );
}

/** what one of it earns and pays; impressions are priced by the thousand */
const priced = (objective: string): string =>
  objective === 'Clicks' ? 'click' : objective === 'Impressions' ? t('offers.thousandImpressions') : 'conversion';

function marginText({ revenue, payout, currency, objective }: OfferDraft): string {
  const [earns, pays] = [percentIn(revenue), percentIn(payout)];
  if (earns !== null && pays !== null && pays > earns)
    return t('offers.youLoseOfEachSale', { pays: Math.round((pays - earns) * 100) / 100 });
  if (earns !== null && pays !== null)
    return t('offers.youKeepOfEachSale', { earns: Math.round((earns - pays) * 100) / 100 });
  if (earns !== null || pays !== null) return t('offers.whatYouKeepDependsOn');
  const [earned, paid] = [parseMoney(revenue), parseMoney(payout)];
  if (earned === null || paid === null) return t('offers.enterBothAmountsToSee');
  const kept = money(formatMoney(earned - paid), currency);
  return paid > earned
    ? t('offers.youLoseOnEach', { kept: kept.replace('-', ''), objective: priced(objective) })
    : t('offers.youKeepOfEach', { kept, objective: priced(objective) });
}
