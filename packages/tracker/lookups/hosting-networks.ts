// Networks that rent machines rather than connect people. Known by number, else by what their names say; used only where
// the operator has configured an ASN database.

const HOSTING_ASN = new Set([
  8075, 14061, 14618, 15169, 16276, 16509, 20473, 20940, 24940, 31898, 36351, 37963, 45102, 51167, 54113, 60781, 62240,
  63949, 132203, 135377, 13335, 19318, 29802, 30083, 35916, 36352, 40021, 46606, 53667, 55286, 58065, 197540, 199524,
  202053, 212238, 213230, 396982, 398101,
]);

const HOSTING_NAME =
  /\b(?:hosting|hosted|datacent(?:er|re)|data cent(?:er|re)|cloud|servers?|vps|colocation|colo|dedicated)\b/i;

export const isHostingNetwork = (asn: number, name: string): boolean => HOSTING_ASN.has(asn) || HOSTING_NAME.test(name);
