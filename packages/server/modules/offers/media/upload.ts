// Pictures: judged by their bytes, kept with the tenant, served from an origin of their own.
import type { InputOf, ReplyOf } from '@tributary/contract';
import { MAX_UPLOAD_BYTES, type offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { MAX_IMAGE_SIDE, readPicture } from '../../../platform/picture.ts';
import { findTenant } from '../../tenancy/index.ts';
import { type OffersDeps, uploadUrl } from '../deps.ts';
import { addUpload, readUpload, uploadedBytes } from '../offers.repo.ts';

/** one account fills no disk */
const MAX_BYTES_A_DAY = 100 * 1024 * 1024;

type Route = (typeof offerRoutes)['upload'];

export async function storeUpload(
  { body }: InputOf<Route>,
  call: SignedInCall,
  deps: OffersDeps,
): Promise<ReplyOf<Route>> {
  const bytes = Buffer.from(body.data, 'base64');
  if (bytes.length > MAX_UPLOAD_BYTES) throw new Fault('too_large', 'A picture may have at most 1 MB.');
  const picture = readPicture(bytes);
  if (!picture) throw new Fault('invalid_input', 'Please choose a PNG, JPEG, WebP or GIF picture.');
  const { contentType, width, height } = picture;
  if (width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE) {
    throw new Fault('invalid_input', `A picture may be at most ${MAX_IMAGE_SIDE} pixels wide and high.`);
  }
  const at = call.clock.now();
  const id = newId(at.getTime());
  await call.transaction(async (tx) => {
    const today = await uploadedBytes(tx, call.principal.userId, new Date(at.getTime() - DAY_MS));
    if (today + bytes.length > MAX_BYTES_A_DAY) {
      throw new Fault('rate_limited', 'You have uploaded a lot today. Please try again tomorrow.');
    }
    await addUpload(tx, {
      tenant_id: call.tenant.id,
      id,
      content_type: contentType,
      bytes,
      width,
      height,
      uploaded_by: call.principal.userId,
      created_at: at,
    });
  });
  return { id, url: uploadUrl(deps.uploadsOrigin, call.tenant.subdomain, id) ?? '', width, height };
}

/** for the uploads origin: whoever has the address may see the picture */
export async function servedUpload(database: Database, subdomain: string, id: string, at: Date) {
  if (!isId(id)) return null;
  const tenant = await database.withoutTenant((tx) => findTenant(tx, subdomain, at));
  if (!tenant || tenant.access === 'suspended') return null;
  const upload = await database.withTenant(tenant.id, systemActor, (tx) => readUpload(tx, id));
  return upload && { contentType: upload.content_type, bytes: upload.bytes };
}
