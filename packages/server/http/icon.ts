// The icon of a host. Browsers ask for /favicon.ico wherever a page names no icon of its own (a picture, the API's
// description, the inbox), so every host answers, and a tenant's tab shows the tenant: its favicon, else its letter on its
// colour, as the tracker's own page does.
import { DEFAULT_COLOR } from '@tributary/contract/boot';
import { firstLetter, inkOn, isColor } from '@tributary/contract/tracker/ink';
import { escapeHtml } from '../platform/html.ts';
import type { TenantContext } from './call.ts';

export const ICON_PATHS: readonly string[] = ['/favicon.ico', '/favicon.svg'];

export function letterIcon({ displayName, color }: Pick<TenantContext, 'displayName' | 'color'>): string {
  const ground = color && isColor(color) ? color : DEFAULT_COLOR;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><text x="16" y="23" text-anchor="middle" font-family="Inter,system-ui,sans-serif" font-size="20" font-weight="600" fill="${inkOn(ground)}">${escapeHtml(firstLetter(displayName))}</text></svg>`;
}
