// Where a deep link may lead: the hosts an offer lists, or those of its own landing pages where it lists none.

/** "shop.example", "*.shop.example" (what lies below it), "shop.example:8443" */
export function deepLinkHosts(offer: { deep_links: boolean; deep_link_hosts: string[] }, pages: readonly string[]) {
  if (!offer.deep_links) return [];
  if (offer.deep_link_hosts.length > 0) return offer.deep_link_hosts;
  // a template's host holds no macro, so what stands before the first brace tells it
  const hosts = pages.map((template) => template.split('{')[0] ?? '').filter((text) => URL.canParse(text));
  return [...new Set(hosts.map((text) => new URL(text).host))];
}

/** the link in its normal form where it may be followed; null for anything else */
export function acceptDeepLink(hosts: readonly string[], text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const fits = hosts.some((host) => (host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host));
  return fits ? url.href : null;
}
