// Goals beyond the default one: what the advertiser sends as `goal`, and what it earns and pays.
import { Button, Select, TextInput } from '@mantine/core';
import { RowList } from '../../../../kit/inputs/row-list.tsx';
import { useHides } from '../../../../kit/shell/permissions.ts';
import { MarkedAmount } from '../../../../kit/table/marked-amount.tsx';
import { t } from '../../../../words/admin.ts';
import { rowError } from '../check-draft.ts';
import { emptyGoal, type GoalDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import { goalCountChoices } from '../goal-counts.ts';
import { isLoss } from '../share.ts';

const everyColumn: readonly {
  name: Exclude<keyof GoalDraft, 'key' | 'counted_by'>;
  label: string;
  placeholder: string;
}[] = [
  { name: 'name', label: t('offers.goalName'), placeholder: t('offers.deposit') },
  { name: 'token', label: t('offers.goalToken'), placeholder: 'deposit' },
  { name: 'revenue', label: t('offers.goalRevenue'), placeholder: t('offers.eG03Or') },
  { name: 'payout', label: t('offers.goalPayout'), placeholder: t('offers.eG02Or') },
];

export function GoalRows() {
  const { draft, set, fault } = useOffer();
  // a field of what the role hides would stand blank: it does not stand there, and stays on the server as it is
  const isUnseen = useHides('revenue');
  const columns = everyColumn.filter(({ name }) => name !== 'revenue' || !isUnseen);
  const change = (key: string, part: Partial<GoalDraft>) =>
    set(
      'goals',
      draft.goals.map((goal) => (goal.key === key ? { ...goal, ...part } : goal)),
    );
  return (
    <RowList
      label={t('offers.goals')}
      help={t('offers.eventsAfterTheConversionEach')}
      error={fault?.field === 'goals' && fault.row === undefined ? fault.sentence : undefined}
      columns={[...columns.map(({ label }) => label), t('common.counts')]}
      rows={draft.goals}
      cells={(goal) => [
        ...columns.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            aria-label={label}
            placeholder={placeholder}
            value={goal[name]}
            inputWrapperOrder={['input', 'description', 'error']}
            description={
              name === 'payout' && !isUnseen && isLoss(goal) ? (
                <MarkedAmount mark="loss">{t('offers.paysMoreThanItEarns')}</MarkedAmount>
              ) : null
            }
            error={rowError(fault, 'goals', draft.goals.indexOf(goal), name)}
            onChange={(event) => change(goal.key, { [name]: event.currentTarget.value })}
          />
        )),
        <Select
          key="counted_by"
          aria-label={t('offers.goalCounts')}
          data={goalCountChoices}
          value={goal.counted_by}
          allowDeselect={false}
          onChange={(value) => change(goal.key, { counted_by: value ?? '' })}
        />,
      ]}
      nameOf={(goal) => goal.name || 'goal'}
      remove={(key) =>
        set(
          'goals',
          draft.goals.filter((goal) => goal.key !== key),
        )
      }
      add={
        <Button size="xs" variant="default" onClick={() => set('goals', [...draft.goals, emptyGoal()])}>
          {t('offers.addGoal')}
        </Button>
      }
      empty={t('offers.noGoalsBeyondTheDefault')}
    />
  );
}
