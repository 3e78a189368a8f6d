import type { SettingsOf } from '@tributary/contract/settings';
import { brandImagePath, type brandRoutes } from '@tributary/contract/settings/brand';
import type { Handlers } from '../../http/call.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { posesAsPlatform } from '../tenancy/index.ts';
import { readImage, storedImages } from './repo.ts';
import { storeBrandImage } from './store-image.ts';

export interface BrandDeps {
  brandLabel: string;
}

export const brandHandlers = (): Handlers<typeof brandRoutes> => ({
  uploadBrandImage: ({ body }, call) =>
    call.transaction(async (tx) => {
      const { hash, width, height } = await storeBrandImage(tx, {
        tenantId: call.tenant.id,
        userId: call.principal.userId,
        bytes: Buffer.from(body.data, 'base64'),
        at: call.clock.now(),
      });
      return { hash, url: brandImagePath(hash), width, height };
    }),
});

/** mails leave our own address under these names: none of them may pass for the platform's */
export const checkBrand =
  ({ brandLabel }: BrandDeps) =>
  async (tx: Tx, brand: SettingsOf<'brand'>): Promise<void> => {
    for (const field of ['name', 'sender_name'] as const) {
      if (posesAsPlatform(brand[field], brandLabel)) {
        throw new Fault('invalid_input', 'This name could be taken for the platform’s own. Please choose another.', {
          path: ['value', field],
        });
      }
    }
    const pictures = ['logo', 'logo_dark', 'favicon'] as const;
    const stored = await storedImages(
      tx,
      pictures.map((field) => brand[field]).filter((hash) => hash !== ''),
    );
    for (const field of pictures) {
      if (brand[field] !== '' && !stored.has(brand[field])) {
        throw new Fault('invalid_input', 'Please upload the picture again', { path: ['value', field] });
      }
    }
  };

/** a picture's bytes; null where there is none */
export const brandPicture = async (tx: Tx, hash: string): Promise<Buffer | null> =>
  (await readImage(tx, hash))?.bytes ?? null;

/** for everybody who knows the address: the sign-in page shows it before anyone is signed in */
export const servedBrandImage = (database: Database, tenantId: string, hash: string) =>
  database.withTenant(tenantId, systemActor, (tx) => readImage(tx, hash));
