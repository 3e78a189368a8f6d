// Words of your own to find offers by.
import { TagsInput } from '@mantine/core';
import { useOffer } from '../form-context.ts';

export function Tags() {
  const { draft, set } = useOffer();
  return (
    <TagsInput
      name="tags"
      label="Tags"
      placeholder={draft.tags.length === 0 ? 'Type and press Enter' : ''}
      acceptValueOnBlur
      maxTags={20}
      value={draft.tags}
      onChange={(tags) => set('tags', tags)}
    />
  );
}
