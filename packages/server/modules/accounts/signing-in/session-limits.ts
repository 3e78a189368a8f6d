// How long a session lives (docs/product.md, signing in). Idle is counted on the row, whichever secret was used.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';

export const IDLE_MS = { plain: 60 * MINUTE_MS, remembered: 7 * DAY_MS } as const;
export const IMPERSONATION_MS = 30 * MINUTE_MS;
/** last_seen_at is written at most this often: a write for every read would be waste */
export const SEEN_EVERY_MS = MINUTE_MS;
export const PASSWORD_LINK_MS = HOUR_MS;
/** an approval is often read days later */
export const APPROVAL_LINK_MS = 7 * DAY_MS;
export const NEW_ADDRESS_LINK_MS = DAY_MS;
export const DEVICE_COOKIE_SECONDS = 365 * 86_400;
