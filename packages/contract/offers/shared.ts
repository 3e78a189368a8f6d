// What the routes of this room have in common: who calls them, and how long a body may be.
import { z } from 'zod';
import { session } from '../route.ts';

export const seconds = z.number().int();
export const nullable = z.string().nullable();
export const admins = session(['admin'], { impersonated: 'denied', section: 'offers' });
export const requests = session(['admin'], { impersonated: 'denied', section: 'requests' });
export const publishers = session(['publisher'], { impersonated: 'allowed' });
export const advertisers = session(['advertiser'], { impersonated: 'allowed' });
export const plain = { wire: 'json', headers: ['subdomain'] } as const;
export const byId = z.object({ id: z.string().max(100) });
export const onOffer = { ...plain, access: admins, params: byId, names: 'offer', rates: ['admin-writes'] } as const;

/** texts of an offer may fill more than the usual 64 KB */
export const LONG_BODY = 512 * 1024;
export const done = z.object({ id: z.string() });
