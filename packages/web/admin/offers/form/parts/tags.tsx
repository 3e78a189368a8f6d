// Words of your own to find offers by.
import { TagsInput } from '@mantine/core';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function Tags() {
  const { draft, set } = useOffer();
  return (
    <TagsInput
      name="tags"
      label={t('common.tags')}
      placeholder={draft.tags.length === 0 ? t('offers.typeAndPressEnter') : ''}
      acceptValueOnBlur
      maxTags={20}
      value={draft.tags}
      onChange={(tags) => set('tags', tags)}
    />
  );
}
