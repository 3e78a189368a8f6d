// What the server wrote into the page: mode, tenant, brand, style nonce. Read once.
import { BOOT_ELEMENT_ID, type Boot } from '@tributary/contract/boot';

let known: Boot | undefined;

export function boot(): Boot {
  known ??= JSON.parse(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? '') as Boot;
  return known;
}

/** the name that stands on login, sign-up and the console: the tenant's own, else the platform's */
export const brandOfPage = (): string => boot().tenant?.displayName ?? boot().brandName;

/** the name in the portals' headers: the platform's until the tenant sets its own brand */
export const brandOfPortals = (): string => boot().tenant?.brandName ?? boot().brandName;
