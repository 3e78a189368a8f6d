// The picture beside the offer's name: chosen or dropped, uploaded at once, shown as it will be seen.
import { Input } from '@mantine/core';
import { ImageUpload } from '../../../../kit/inputs/image-upload.tsx';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function Thumbnail() {
  const { draft, patch } = useOffer();
  return (
    <Input.Wrapper label={t('offers.thumbnail')} labelElement="div">
      <ImageUpload
        label={t('offers.thumbnail')}
        url={draft.thumbnail_url}
        onChange={(image) => patch({ thumbnail_id: image?.id ?? '', thumbnail_url: image?.url ?? '' })}
      />
    </Input.Wrapper>
  );
}
