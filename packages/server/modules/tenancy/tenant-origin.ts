/** Where a tenant's people sign in: its own host beside the main one, with the same scheme and port. */
export const tenantOrigin = (publicOrigin: URL, subdomain: string): string =>
  `${publicOrigin.protocol}//${subdomain}.${publicOrigin.host}`;
