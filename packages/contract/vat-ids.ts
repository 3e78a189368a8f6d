// VAT ids by their shape: those of the European Union, the United Kingdom, Switzerland, Norway and India (GSTIN, with its check
// character). Whether one is given out only the tax office's own register knows. Zod-free.

const shapes: Readonly<Record<string, RegExp>> = {
  at: /^ATU\d{8}$/,
  be: /^BE[01]\d{9}$/,
  bg: /^BG\d{9,10}$/,
  ch: /^CHE\d{9}(MWST|TVA|IVA)?$/,
  cy: /^CY\d{8}[A-Z]$/,
  cz: /^CZ\d{8,10}$/,
  de: /^DE\d{9}$/,
  dk: /^DK\d{8}$/,
  ee: /^EE\d{9}$/,
  es: /^ES([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  fi: /^FI\d{8}$/,
  fr: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  gb: /^(GB(\d{9}|\d{12}|(GD|HA)\d{3})|XI(\d{9}|\d{12}))$/,
  gr: /^EL\d{9}$/,
  hr: /^HR\d{11}$/,
  hu: /^HU\d{8}$/,
  ie: /^IE(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  // state, PAN, which registration of it, Z, check character
  in: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/,
  it: /^IT\d{11}$/,
  lt: /^LT(\d{9}|\d{12})$/,
  lu: /^LU\d{8}$/,
  lv: /^LV\d{11}$/,
  mt: /^MT\d{8}$/,
  nl: /^NL[A-Z0-9+*]{10}\d{2}$/,
  no: /^(NO)?\d{9}MVA$/,
  pl: /^PL\d{10}$/,
  pt: /^PT\d{9}$/,
  ro: /^RO\d{2,10}$/,
  se: /^SE\d{10}01$/,
  si: /^SI\d{8}$/,
  sk: /^SK\d{10}$/,
};

export const NO_GSTIN =
  'This is no GSTIN. It has 15 characters, the last of which checks the others, such as 27AAPFU0939F1ZV.';
export const NO_VAT_ID =
  'This is no VAT id of that country. Please write it as the tax office does, such as DE123456789.';

/** "de 136-695.976" → "DE136695976": as tax offices write it */
export const plainVatId = (id: string): string => id.replace(/[\s.-]/g, '').toUpperCase();

export const hasVatShape = (country: string): boolean => Object.hasOwn(shapes, country);

/** elsewhere nobody tells a VAT id from another number: what has a letter or digit passes */
export const isVatId = (id: string, country: string): boolean => {
  const shape = Object.hasOwn(shapes, country) ? shapes[country] : /[A-Z0-9]/;
  const plain = plainVatId(id);
  return (shape?.test(plain) ?? false) && (country !== 'in' || hasGstinCheck(plain));
};

/** characters are digits of base 36, every second one counts twice, and the digits of each product are added up */
function hasGstinCheck(id: string): boolean {
  const sum = [...id.slice(0, 14)].reduce((all, sign, at) => {
    const product = Number.parseInt(sign, 36) * (1 + (at % 2));
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return Number.parseInt(id.slice(14), 36) === (36 - (sum % 36)) % 36;
}

const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** what a company is known by to its tax office: in India whoever is not registered for GST has a PAN */
export const isCompanyTaxId = (id: string, country: string): boolean =>
  !hasVatShape(country) || isVatId(id, country) || (country === 'in' && PAN.test(plainVatId(id)));
