// What the server wrote into the page: mode, tenant, brand, style nonce. Read once.
import { BOOT_ELEMENT_ID, type Boot } from '@tributary/contract/boot';
import type { BrandLook } from '../ui/brand.tsx';

let known: Boot | undefined;

export function boot(): Boot {
  known ??= JSON.parse(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? '') as Boot;
  return known;
}

/** the name that stands on login, sign-up and the console: the tenant's own, else the platform's */
export const brandOfPage = (): string => boot().tenant?.displayName ?? boot().brandName;

/** the pictures beside the name */
export const lookOfPage = (): BrandLook => {
  const { tenant } = boot();
  return { logoUrl: tenant?.logoUrl, logoDarkUrl: tenant?.logoDarkUrl, isOwn: hasOwnBrand() };
};

/** a tenant that has its own shows nothing of the platform's */
export const hasOwnBrand = (): boolean => Boolean(boot().tenant?.brandName);

/** where "Back to home" leads: a tenant's own people have no business on the platform's site */
export const homeOfPage = (): string => (hasOwnBrand() ? '/' : boot().mainOrigin);

/** the name in the portals' headers: the platform's until the tenant sets its own brand */
export const brandOfPortals = (): string => boot().tenant?.brandName ?? boot().brandName;
