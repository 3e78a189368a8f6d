// Lists of addresses and networks. An IPv4 address in IPv6's clothes (`::ffff:203.0.113.7`) is the IPv4 address.
import ipaddr from 'ipaddr.js';

const wide = (entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (entry.includes('/')) {
    const [network, bits] = ipaddr.parseCIDR(entry);
    if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96) {
      return [network.toIPv4Address(), bits - 96];
    }
    return [network, bits];
  }
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/** what cannot be read as an address is in no network */
export function isWithin(networks: readonly string[], ip: string): boolean {
  // a link-local address carries the name of its interface
  const [bare = ''] = ip.split('%');
  if (!ipaddr.isValid(bare)) return false;
  const address = ipaddr.process(bare);
  return networks.some((entry) => {
    const [network, bits] = wide(entry);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
