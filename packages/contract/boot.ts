// What the server writes into each page it serves, so that brand and mode are known before the first paint.

export interface Boot {
  mode: 'main' | 'tenant' | 'unknown';
  brandName: string;
  /** where "Back to home" leads */
  mainOrigin: string;
  /** for the style elements that the UI library adds; see the content security policy */
  nonce: string;
  tenant: {
    subdomain: string;
    /** the tenant's display name, else its subdomain */
    displayName: string;
    /** the tenant's own brand; null until it sets one */
    brandName: string | null;
    color: string | null;
    logoUrl: string | null;
    logoDarkUrl: string | null;
  } | null;
  /** mail is kept at /inbox (no SMTP_URL): the pages may say so */
  localInbox: boolean;
}

export const BOOT_ELEMENT_ID = 'boot';
export const DEFAULT_COLOR = '#0f766e';
