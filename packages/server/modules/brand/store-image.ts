// Pictures of a brand stand on sign-in pages, in mails and on visitors' screens: judged by their bytes, whole, and kept under the
// hash of their content. They are never deleted, for the history of the settings may come back to one.
import { createHash } from 'node:crypto';
import { MAX_BRAND_IMAGE_BYTES } from '@tributary/contract/settings/brand';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isWholePicture, MAX_IMAGE_SIDE, readPicture } from '../../platform/picture.ts';
import { addImage, imagesSince } from './repo.ts';

/** nobody fills a disk with logos */
const MAX_A_DAY = 60;

export interface NewBrandImage {
  tenantId: string;
  /** null: the system */
  userId: string | null;
  bytes: Buffer;
  at: Date;
}

export async function storeBrandImage(tx: Tx, { tenantId, userId, bytes, at }: NewBrandImage) {
  if (bytes.length > MAX_BRAND_IMAGE_BYTES) {
    throw new Fault('invalid_input', 'A picture may have at most 2 MB. Please choose a smaller one.');
  }
  const picture = readPicture(bytes);
  if (!picture || picture.contentType === 'image/gif') {
    throw new Fault('invalid_input', 'Please choose a PNG, JPEG or WebP picture.');
  }
  if (!isWholePicture(bytes, picture)) {
    throw new Fault('invalid_input', 'This picture is damaged or cut short. Please save it again and choose it anew.');
  }
  const { contentType, width, height } = picture;
  if (width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE) {
    throw new Fault('invalid_input', `A picture may be at most ${MAX_IMAGE_SIDE} pixels wide and high.`);
  }
  if ((await imagesSince(tx, new Date(at.getTime() - DAY_MS))) >= MAX_A_DAY) {
    throw new Fault('rate_limited', 'You have uploaded a lot today. Please try again tomorrow.');
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  await addImage(tx, {
    tenant_id: tenantId,
    hash,
    content_type: contentType,
    bytes,
    width,
    height,
    uploaded_by: userId,
    created_at: at,
  });
  return { hash, width, height };
}
