// How a workspace looks to its people: name, pictures, colour, and the name its mails come from. Pictures are uploaded first and
// named by the hash of their content; '' is none, and everything that is not set is as the platform has it.
import { z } from 'zod';
import { route, session } from '../route.ts';
import { section } from './section.ts';

export const MAX_BRAND_IMAGE_BYTES = 2 * 1024 * 1024;
/** base64 is a third longer; far beyond the limit is still answered with the limit's own sentence */
const IMAGE_BODY = 16 * 1024 * 1024;

const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}<>"\\]/u.test(text);
const name = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine(isPlainText, 'Please use letters, digits and simple punctuation only');
const picture = z.string().regex(/^([0-9a-f]{64})?$/, 'Please upload the picture again');
/** #fff is #ffffff */
const whole = (hex: string): string =>
  /^#[0-9a-f]{3}$/.test(hex) ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex;

export const brandSection = section(
  'brand',
  'Brand',
  {
    name: name(40),
    color: z
      .string()
      .trim()
      .toLowerCase()
      .overwrite(whole)
      .regex(/^(#[0-9a-f]{6})?$/, 'Please enter a colour such as #0f766e')
      .meta({ input: 'color' }),
    logo: picture,
    /** on dark grounds; '' shows the other one there, too */
    logo_dark: picture,
    favicon: picture,
    /** '' is the name */
    sender_name: name(60),
  },
  { name: '', color: '', logo: '', logo_dark: '', favicon: '', sender_name: '' },
);

/** on each of the workspace's own hosts; what it names never changes */
export const brandImagePath = (hash: string): string => `/brand/${hash}`;

export const brandRoutes = {
  uploadBrandImage: route({
    wire: 'json',
    headers: ['subdomain'],
    method: 'POST',
    path: '/api/settings/brand/images',
    summary:
      'Stores a PNG, JPEG or WebP of at most 2 MB for the brand, sent as base64; the settings name it by its hash',
    access: session(['admin'], { impersonated: 'denied', section: 'settings' }),
    body: z.object({ data: z.base64('Please send the picture as base64') }),
    bodyLimit: IMAGE_BODY,
    reply: z.object({ hash: z.string(), url: z.string(), width: z.int(), height: z.int() }),
    errors: ['invalid_input', 'too_large', 'rate_limited'],
    rates: ['admin-writes'],
  }),
};
