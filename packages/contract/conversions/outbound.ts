// What the routes of what leaves have in common: who calls them, and how.
import { z } from 'zod';
import { session } from '../route.ts';
import { plain } from './shared.ts';

export const postbackMethods = ['GET', 'POST'] as const;
export const admins = session(['admin'], { impersonated: 'denied', section: 'affiliates' });
export const publishers = session(['publisher'], { impersonated: 'allowed' });
export const write = { ...plain, access: admins, rates: ['admin-writes'] } as const;
export const done = z.object({ id: z.string() });
