// The objective, and the offer type that follows from it.
import { Group, Radio } from '@mantine/core';
import { type Objective, objectives } from '@tributary/contract/offers/offer-terms';
import { t } from '../../../../words/admin.ts';
import { said } from '../../../../words/said.ts';
import { withObjective } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';

export function ObjectiveRadios() {
  const { draft, patch } = useOffer();
  return (
    <Radio.Group
      name="objective"
      label={t('offers.objective')}
      value={draft.objective}
      onChange={(value) => patch(withObjective(value as Objective))}
    >
      <Group gap="8px 20px" mt={4}>
        {objectives.map((objective) => (
          <Radio key={objective} value={objective} label={said(objective)} />
        ))}
        <span className={classes.type} role="status">
          {t('offers.offerType')} <strong>{draft.offer_type}</strong>
        </span>
      </Group>
    </Radio.Group>
  );
}
