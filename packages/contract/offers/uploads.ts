// Pictures of offers and creatives.
import { z } from 'zod';
import { route, session } from '../route.ts';
import { plain } from './shared.ts';

export const MAX_UPLOAD_BYTES = 1024 * 1024;
/** as base64 it is a third longer */
const UPLOAD_BODY = Math.ceil((MAX_UPLOAD_BYTES * 4) / 3) + 4096;

export const uploadRoutes = {
  upload: route({
    ...plain,
    method: 'POST',
    path: '/api/uploads',
    summary: 'Stores a PNG, JPEG, WebP or GIF of at most 1 MB, sent as base64',
    access: session(['admin', 'advertiser'], { impersonated: 'allowed', section: 'offers' }),
    body: z.object({ name: z.string().max(200), data: z.base64() }),
    bodyLimit: UPLOAD_BODY,
    reply: z.object({ id: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['invalid_input', 'too_large'],
  }),
};
