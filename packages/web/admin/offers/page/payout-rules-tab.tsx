// Payout rules: other amounts for a publisher, goal, country, source, volume or time. The order in which they are asked
// is published, so that nobody has to guess what a conversion pays.
import { ActionIcon, Button, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { Writing } from '../../../kit/form/read-only.tsx';
import { MarkedAmount } from '../../../kit/table/marked-amount.tsx';
import { IconPencil, IconTrash } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { ListEditor } from './list-editor.tsx';
import { PayoutRuleDialog } from './payout-rule-dialog.tsx';
import { emptyRule, type RuleDraft, ruleLoses, scopeText, valueText } from './payout-rules.ts';
import type { Keyed, ListDraft } from './use-list-draft.ts';

export function PayoutRulesTab({ offer, list }: { offer: OfferRecord; list: ListDraft<RuleDraft> }) {
  const [edited, setEdited] = useState<Keyed<RuleDraft> | RuleDraft | null>(null);
  const currency = offer.fields.currency;
  const take = (rule: RuleDraft) => {
    if (edited && 'key' in edited) list.change(edited.key, rule);
    else list.add(rule);
    setEdited(null);
  };
  return (
    <ListEditor title={t('offers.payoutRules')} note={t('offers.theFirstRuleThatFits')}>
      {list.rows.length === 0 ? (
        <p className={classes.hint}>{t('offers.noRulesEveryConversionPays')}</p>
      ) : (
        <ol className={classes.rules}>
          {list.rows.map((rule) => (
            <li key={rule.key} data-fault={list.fault?.key === rule.key || undefined}>
              <span className={classes.priority}>{rule.priority ?? t('offers.new')}</span>
              <span className={classes.ruleWords}>
                <strong>
                  <MarkedAmount mark={ruleLoses(rule, offer.goals) ? 'loss' : undefined}>
                    {valueText(rule, currency)}
                  </MarkedAmount>
                </strong>
                <span>{scopeText(rule, offer.goals)}</span>
                {list.fault?.key === rule.key && <Input.Error>{list.fault.sentence}</Input.Error>}
              </span>
              <Writing>
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={34}
                    aria-label={t('offers.editRule')}
                    onClick={() => setEdited(rule)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={34}
                    aria-label={t('offers.removeRule')}
                    onClick={() => list.remove(rule.key)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Writing>
            </li>
          ))}
        </ol>
      )}
      <Writing>
        <Button size="xs" variant="default" mt="sm" onClick={() => setEdited(emptyRule)}>
          {t('offers.addPayoutRule')}
        </Button>
      </Writing>
      {edited && (
        <PayoutRuleDialog
          rule={edited}
          goals={offer.goals}
          currency={currency}
          close={() => setEdited(null)}
          take={take}
        />
      )}
    </ListEditor>
  );
}
