import { describe, expect, it } from 'vitest';
import {
  base58check,
  isBic,
  isEthereumAddress,
  isIban,
  isPayPalEmail,
  isTronAddress,
  isVpa,
  plainIban,
} from './addresses.ts';
import { keccak256 } from './keccak.ts';

/** every text with one character changed to its neighbour in the alphabet */
const slips = (text: string, from: number): string[] =>
  [...text].slice(from).map((one, at) => {
    const other = /\d/.test(one)
      ? String((Number(one) + 1) % 10)
      : one === 'z'
        ? 'y'
        : one === 'Z'
          ? 'Y'
          : String.fromCharCode(one.charCodeAt(0) + 1);
    return text.slice(0, from + at) + other + text.slice(from + at + 1);
  });

describe('addresses of money', () => {
  it('takes the registry’s own IBANs, and none with a slip in it', () => {
    for (const text of [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'NO9386011117947',
      'MT84MALT011000012345MTLCAST001S',
      'ES9121000418450200051332',
    ]) {
      const iban = plainIban(text);
      expect(isIban(iban), iban).toBe(true);
      expect(slips(iban, 2).filter(isIban), iban).toEqual([]);
    }
    // right by mod 97 and of a wrong length
    expect(isIban('DE89370400440532013')).toBe(false);
    expect(isIban('de89370400440532013000')).toBe(false);
    expect(isIban('')).toBe(false);
  });
  it('takes a BIC of a bank in a country', () => {
    for (const bic of ['DEUTDEFF', 'DEUTDEFF500', 'SBININBB104']) expect(isBic(bic), bic).toBe(true);
    for (const bic of ['DEUTXXFF', 'DEUTDEF', 'deutdeff', 'DEUTDEFF50', 'DE1TDEFF'])
      expect(isBic(bic), bic).toBe(false);
  });
  it('takes a VPA with one @ and no domain', () => {
    for (const vpa of ['asha@okhdfcbank', 'a.b-9@ybl']) expect(isVpa(vpa), vpa).toBe(true);
    for (const vpa of ['asha', '@ybl', 'a@b@ybl', 'asha@mail.com', '=a@ybl', 'a b@ybl'])
      expect(isVpa(vpa), vpa).toBe(false);
  });
  it('takes a TRON address by its checksum, and not one of Bitcoin', () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(isTronAddress(usdt)).toBe(true);
    expect(slips(usdt, 1).filter(isTronAddress)).toEqual([]);
    const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(base58check(bitcoin)?.[0]).toBe(0);
    expect(isTronAddress(bitcoin)).toBe(false);
    expect(isTronAddress('0OIl')).toBe(false);
  });
  it('takes an Ethereum address by its capitals', () => {
    // Keccak is not SHA-3
    expect(keccak256(Buffer.alloc(0)).toString('hex')).toBe(
      'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    );
    expect(keccak256(Buffer.from('The quick brown fox jumps over the lazy dog')).toString('hex')).toBe(
      '4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
    );
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ]) {
      expect(isEthereumAddress(address)).toBe(true);
      expect(isEthereumAddress(address.toLowerCase())).toBe(false);
      expect(slips(address, 2).filter(isEthereumAddress)).toEqual([]);
    }
  });
  it('takes an address of PayPal that no spreadsheet reads as a formula', () => {
    expect(isPayPalEmail('pay@shop.example')).toBe(true);
    for (const email of ['+a@b.example', '=a@b.example', 'a@b', 'a b@c.example', 'a,b@c.example'])
      expect(isPayPalEmail(email)).toBe(false);
  });
});
