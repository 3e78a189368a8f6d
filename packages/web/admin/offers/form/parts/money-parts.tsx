// Currency, revenue, payout. Amounts stay text; what is kept per conversion is worked out in micro-units.
import { Select, TextInput } from '@mantine/core';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { offerCurrencies } from '@tributary/contract/offer-terms';
import { MarkedAmount } from '../../../../kit/table/marked-amount.tsx';
import { money } from '../../../../ui/format.ts';
import { withCurrency } from '../convert-currency.ts';
import type { OfferDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';
import { isLoss, percentIn } from '../share.ts';

export function MoneyParts() {
  const { draft, patch, set, fault } = useOffer();
  const amount = (name: 'revenue' | 'payout', label: string, help: string) => (
    <TextInput
      name={name}
      label={label}
      withAsterisk
      description={help}
      placeholder="e.g. 0.3"
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
        label="Currency"
        withAsterisk
        description="Of both amounts."
        data={[...offerCurrencies]}
        allowDeselect={false}
        value={draft.currency}
        onChange={(currency) => currency && patch(withCurrency(draft, currency))}
      />
      <Select
        label="Payout method"
        description="How payout follows from a conversion."
        data={['Default']}
        allowDeselect={false}
        value="Default"
      />
      {amount('revenue', 'Revenue', 'Amount charged from the advertiser, or a share of the sale such as 10%.')}
      {amount('payout', 'Payout', 'Amount paid to the publisher, or a share of the sale such as 7.5%.')}
      <p className={classes.margin} role="status">
        <MarkedAmount mark={isLoss(draft) ? 'loss' : undefined}>{marginText(draft)}</MarkedAmount>
      </p>
    </div>
  );
}

/** what one of it earns and pays; impressions are priced by the thousand */
const priced = (objective: string): string =>
  objective === 'Clicks' ? 'click' : objective === 'Impressions' ? 'thousand impressions' : 'conversion';

function marginText({ revenue, payout, currency, objective }: OfferDraft): string {
  const [earns, pays] = [percentIn(revenue), percentIn(payout)];
  if (earns !== null && pays !== null && pays > earns)
    return `You lose ${Math.round((pays - earns) * 100) / 100}% of each sale.`;
  if (earns !== null && pays !== null) return `You keep ${Math.round((earns - pays) * 100) / 100}% of each sale.`;
  if (earns !== null || pays !== null)
    return 'What you keep depends on the sale. A conversion without one waits as pending.';
  const [earned, paid] = [parseMoney(revenue), parseMoney(payout)];
  if (earned === null || paid === null) return 'Enter both amounts to see what you keep.';
  const kept = money(formatMoney(earned - paid), currency);
  return paid > earned
    ? `You lose ${kept.replace('-', '')} on each ${priced(objective)}.`
    : `You keep ${kept} of each ${priced(objective)}.`;
}
