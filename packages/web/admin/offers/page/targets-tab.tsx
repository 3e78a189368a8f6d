// Targeting rules beyond country, device and system: all must hold for a click to go through.
import { Button, Select, TagsInput } from '@mantine/core';
import { countriesText } from '../../../kit/inputs/country-selection.ts';
import { RowList } from '../../../kit/inputs/row-list.tsx';
import { words } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { useOffer } from '../form/form-context.ts';
import { ListEditor } from './list-editor.tsx';
import { fieldNames, opNames, type Target } from './target-words.ts';
import type { ListDraft } from './use-list-draft.ts';

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

export const targetBody = ({ field, op, values }: Target) => ({ field, op, values });

export function TargetsTab({ list }: { list: ListDraft<Target> }) {
  const { draft } = useOffer();
  return (
    <ListEditor
      title={t('offers.targeting')}
      note={t('offers.targetsNote', {
        countries: countriesText(draft.geo_coverage, 5),
        devices: words(draft.devices.toLowerCase()),
        system: words(draft.operating_system),
      })}
    >
      <RowList
        label={t('offers.targetingRules')}
        columns={[t('common.what'), t('offers.how'), t('offers.values')]}
        widths="minmax(0, 1fr) 140px minmax(0, 3fr)"
        rows={list.rows}
        nameOf={(target) => t('offers.ruleOn', { fieldNames: fieldNames[target.field].toLowerCase() })}
        cells={(target) => [
          <Select
            key="field"
            aria-label={t('common.what')}
            data={optionsOf(fieldNames)}
            allowDeselect={false}
            value={target.field}
            onChange={(value) => list.change(target.key, { field: value as Target['field'] })}
          />,
          <Select
            key="op"
            aria-label={t('offers.how')}
            data={optionsOf(opNames)}
            allowDeselect={false}
            value={target.op}
            onChange={(value) => list.change(target.key, { op: value as Target['op'] })}
          />,
          <TagsInput
            key="values"
            aria-label={t('offers.values')}
            placeholder={target.values.length === 0 ? t('offers.typeAndPressEnter') : ''}
            acceptValueOnBlur
            maxTags={500}
            value={target.values}
            error={list.errorOf(target.key, 'values')}
            onChange={(values) => list.change(target.key, { values })}
          />,
        ]}
        remove={list.remove}
        add={
          <Button
            size="xs"
            variant="default"
            disabled={list.rows.length >= 30}
            onClick={() => list.add({ field: 'browser', op: 'in', values: [] })}
          >
            {t('offers.addRule')}
          </Button>
        }
        empty={t('offers.noRulesBeyondCountryDevice')}
      />
    </ListEditor>
  );
}
