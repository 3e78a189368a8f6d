// One payout rule: for whom and when, and what it pays.
import { Button, Group, Input, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { FormMessage } from '../../../kit/form/form-message.tsx';
import { CountryPicker } from '../../../kit/inputs/country-picker.tsx';
import { MomentPicker } from '../../../kit/inputs/moment-picker.tsx';
import { MarkedAmount } from '../../../kit/table/marked-amount.tsx';
import { t } from '../../../words/admin.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { type RuleDraft, ruleFault, ruleLoses } from './payout-rules.ts';
import { PublisherSelect } from './publisher-select.tsx';

interface PayoutRuleDialogProps {
  rule: RuleDraft;
  goals: OfferRecord['goals'];
  currency: string;
  close: () => void;
  take: (rule: RuleDraft) => void;
}

export function PayoutRuleDialog({ rule, goals, currency, close, take }: PayoutRuleDialogProps) {
  const [draft, setDraft] = useState(rule);
  const [fault, setFault] = useState<string | null>(null);
  const change = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part });
    setFault(null);
  };
  const done = () => {
    const found = ruleFault(draft);
    setFault(found);
    if (!found) take(draft);
  };
  return (
    <FormModal opened onClose={close} title={t('common.payoutRule')} size={640}>
      <FormMessage message={fault ? { tone: 'error', text: fault } : null} />
      <div className={classes.grid} style={{ marginTop: fault ? 12 : 0 }}>
        <Scope draft={draft} change={change} goals={goals} />
        <Value
          label={t('common.payout')}
          currency={currency}
          way={draft.pays}
          amount={draft.payout}
          percent={draft.percent}
          change={({ way: pays, amount: payout, percent }) => change({ pays, payout, percent })}
        />
        <Value
          label={t('common.revenue')}
          currency={currency}
          way={draft.earns}
          amount={draft.revenue}
          percent={draft.revenue_percent}
          change={({ way, amount, percent }) => change({ earns: way, revenue: amount, revenue_percent: percent })}
        />
      </div>
      <p className={classes.margin} role="status">
        {ruleLoses(draft, goals) && <MarkedAmount mark="loss">{t('offers.thisPaysMoreThanIt')}</MarkedAmount>}
      </p>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button onClick={done}>{t('offers.take')}</Button>
      </Group>
    </FormModal>
  );
}

interface Worth {
  way: RuleDraft['pays'];
  amount: string;
  percent: number | '';
}
interface ValueProps extends Worth {
  label: string;
  currency: string;
  change: (worth: Worth) => void;
}

/** an amount, a share of the sale, or what the goal says */
function Value({ label, currency, way, amount, percent, change }: ValueProps) {
  return (
    <>
      <Input.Wrapper label={label} className={way === 'as before' ? classes.wide : undefined}>
        <SegmentedControl
          fullWidth
          aria-label={t('offers.howTheIsWorkedOut', { label: label.toLowerCase() })}
          data={[
            { value: 'amount', label: currency },
            { value: 'percent', label: t('offers.ofSale2') },
            { value: 'as before', label: t('offers.theGoals') },
          ]}
          value={way}
          onChange={(value) => change({ way: value as Worth['way'], amount, percent })}
        />
      </Input.Wrapper>
      {way === 'amount' && (
        <TextInput
          label={t('offers.in', { label, currency })}
          placeholder={t('offers.eG03')}
          inputMode="decimal"
          value={amount}
          onChange={(event) => change({ way, amount: event.currentTarget.value, percent })}
        />
      )}
      {way === 'percent' && (
        <NumberInput
          label={t('offers.inPercentOfTheSale', { label })}
          min={0}
          max={100}
          decimalScale={2}
          suffix="%"
          value={percent}
          onChange={(value) => change({ way, amount, percent: typeof value === 'number' ? value : '' })}
        />
      )}
    </>
  );
}

interface ScopeProps {
  draft: RuleDraft;
  change: (part: Partial<RuleDraft>) => void;
  goals: OfferRecord['goals'];
}

function Scope({ draft, change, goals }: ScopeProps) {
  const date = (name: 'starts_at' | 'ends_at', label: string) => (
    <MomentPicker
      label={label}
      placeholder={t('offers.anyTime')}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <PublisherSelect
        label={t('common.publisher')}
        placeholder={t('offers.everyPublisher')}
        value={draft.publisher_id}
        chosenName={draft.publisher_name}
        onChange={(publisher_id, option) => change({ publisher_id, publisher_name: option?.label ?? '' })}
      />
      <Select
        label={t('common.goal')}
        placeholder={t('offers.everyGoal')}
        clearable
        data={goals.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.goal_id || null}
        onChange={(value) => change({ goal_id: value ?? '' })}
      />
      <div className={classes.wide}>
        <CountryPicker
          name="rule_countries"
          label={t('offers.countries')}
          chosen={draft.countries}
          onChange={(countries) => change({ countries })}
        />
      </div>
      <TextInput
        label={t('common.source')}
        placeholder={t('offers.everySource')}
        value={draft.source}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <NumberInput
        label={t('offers.fromConversionsInTheMonth')}
        placeholder="0"
        min={0}
        allowDecimal={false}
        value={draft.from_conversions}
        onChange={(value) => change({ from_conversions: typeof value === 'number' ? value : '' })}
      />
      {date('starts_at', t('offers.beginsUtc'))}
      {date('ends_at', t('offers.endsUtc'))}
    </>
  );
}
