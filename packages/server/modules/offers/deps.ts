/** what the offers module is built from */
export interface OffersDeps {
  /** where pictures are served: an origin of their own */
  uploadsOrigin: string;
  /** of the installation; a tenant's links carry its label in front */
  trackerOrigin: URL;
}

/** the tenant's label is part of the path: a picture's row stands behind the tenant's wall */
export const uploadUrl = (origin: string, subdomain: string, id: string | null): string | null =>
  id === null ? null : `${origin}/${subdomain}/${id}`;
