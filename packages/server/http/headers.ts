// The headers a call must carry (its route lists them) and those every answer carries.

import type { IncomingHttpHeaders } from 'node:http';
import { headerNames, type RouteSpec } from '@tributary/contract';
import { CLIENT_VERSION } from '@tributary/contract/envelope';
import { Fault } from '../platform/fault.ts';

const shapes: Record<keyof typeof headerNames, { test(value: string): boolean; sentence: string }> = {
  csrf: {
    test: (value) => /^[0-9a-f]{64}$/.test(value),
    sentence: 'The X-CSRF-Token header must be 64 hexadecimal digits.',
  },
  'requested-with': {
    test: (value) => value === 'XMLHttpRequest',
    sentence: 'The X-Requested-With header must be XMLHttpRequest.',
  },
  'client-version': {
    test: (value) => value === CLIENT_VERSION,
    sentence: `The X-Client-Version header must be ${CLIENT_VERSION}.`,
  },
  subdomain: {
    test: (value) => value.length > 0 && value.length <= 63,
    sentence: 'The X-Subdomain header is missing.',
  },
};

export function checkHeaders(route: RouteSpec, headers: IncomingHttpHeaders): void {
  for (const name of route.headers) {
    const value = headers[headerNames[name]];
    if (typeof value !== 'string' || !shapes[name].test(value))
      throw new Fault('missing_header', shapes[name].sentence);
  }
}

/** the panel's policy; %NONCE% covers the style elements that the UI library adds at run time */
export const contentSecurityPolicy = (nonce: string, uploadsOrigin: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: ${uploadsOrigin}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

export function securityHeaders(production: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
