// A picture of the brand: uploaded at once, part of the brand once it is saved.
import { Input } from '@mantine/core';
import { brandImagePath, brandRoutes, MAX_BRAND_IMAGE_BYTES } from '@tributary/contract/settings/brand';
import { call } from '../../../kit/api/api.ts';
import { type ImageRules, ImageUpload } from '../../../kit/inputs/image-upload.tsx';
import type { OwnInput } from '../../../kit/settings/setting-fields.ts';
import { t } from '../../../words/admin.ts';

const rules: ImageRules = {
  maxBytes: MAX_BRAND_IMAGE_BYTES,
  types: 'image/png,image/jpeg,image/webp',
  hint: t('brand.pictureHint'),
  tooLarge: t('brand.pictureTooLarge'),
  send: async (session, { data }) => {
    const { hash, url } = await call(brandRoutes.uploadBrandImage, { body: { data } }, { session });
    return { id: hash, url };
  },
};

export const pictureUrl = (hash: unknown): string =>
  typeof hash === 'string' && hash !== '' ? brandImagePath(hash) : '';

interface PictureInputProps extends OwnInput {
  label: string;
  help: string;
}

export function PictureInput({ label, help, value, set, disabled }: PictureInputProps) {
  return (
    <Input.Wrapper label={label} description={help} descriptionProps={{ mt: 6 }} labelElement="div">
      <ImageUpload
        label={label}
        url={pictureUrl(value)}
        onChange={(image) => set(image?.id ?? '')}
        rules={rules}
        disabled={disabled}
      />
    </Input.Wrapper>
  );
}
