// Goals beyond the default one: what the advertiser sends as `goal`, and what it earns and pays.
import { Button, Select, TextInput } from '@mantine/core';
import { RowList } from '../../../../kit/inputs/row-list.tsx';
import { MarkedAmount } from '../../../../kit/table/marked-amount.tsx';
import { rowError } from '../check-draft.ts';
import { emptyGoal, type GoalDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import { goalCountChoices } from '../goal-counts.ts';
import { isLoss } from '../share.ts';

const columns: readonly { name: Exclude<keyof GoalDraft, 'key' | 'counted_by'>; label: string; placeholder: string }[] =
  [
    { name: 'name', label: 'Goal name', placeholder: 'Deposit' },
    { name: 'token', label: 'Goal token', placeholder: 'deposit' },
    { name: 'revenue', label: 'Goal revenue', placeholder: 'e.g. 0.3 or 10%' },
    { name: 'payout', label: 'Goal payout', placeholder: 'e.g. 0.2 or 7.5%' },
  ];

export function GoalRows() {
  const { draft, set, fault } = useOffer();
  const change = (key: string, part: Partial<GoalDraft>) =>
    set(
      'goals',
      draft.goals.map((goal) => (goal.key === key ? { ...goal, ...part } : goal)),
    );
  return (
    <RowList
      label="Goals"
      help="Events after the conversion, each with its own token, revenue and payout: amounts, or shares of the sale."
      error={fault?.field === 'goals' && fault.row === undefined ? fault.sentence : undefined}
      columns={[...columns.map(({ label }) => label), 'Counts']}
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
              name === 'payout' && isLoss(goal) ? (
                <MarkedAmount mark="loss">Pays more than it earns</MarkedAmount>
              ) : null
            }
            error={rowError(fault, 'goals', draft.goals.indexOf(goal), name)}
            onChange={(event) => change(goal.key, { [name]: event.currentTarget.value })}
          />
        )),
        <Select
          key="counted_by"
          aria-label="Goal counts"
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
          Add goal
        </Button>
      }
      empty="No goals beyond the default one."
    />
  );
}
