// Anyone who sees a pixel can fire it, as often as he likes: no more than this comes of one click or one address.
import { isIPv6 } from 'node:net';

/** conversions by pixel of one click, on all goals together */
export const PIXELS_PER_CLICK = 5;
/** of one address on one offer, within 24 hours; offices and carriers share addresses */
export const PIXELS_PER_NETWORK = 20;

/** an address; of IPv6 the /64, since a visitor has all of it */
export function networkOf(ip: string | null): string | null {
  if (ip === null || ip === '') return null;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length;
  const full = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...after];
  return `${full.slice(0, 4).join(':')}::/64`;
}
