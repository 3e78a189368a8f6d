// What banks say when they refuse or send back, in plain words. A code that is not here is shown as it came.

const words: Readonly<Record<string, string>> = {
  AC01: 'The account number is wrong.',
  AC03: 'The payee’s account number is not valid.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC13: 'The account is not of the right kind.',
  AG01: 'Transfers to this account are not allowed.',
  AG02: 'The bank does not know this kind of transfer.',
  AM01: 'The amount is zero.',
  AM02: 'The amount is above what is allowed.',
  AM04: 'There was not enough money on our account.',
  AM05: 'The bank took it for a duplicate.',
  AM09: 'The amount is not the one that was expected.',
  BE01: 'The name does not belong to the account.',
  BE04: 'The payee’s address is missing or wrong.',
  BE05: 'The bank does not know who sent it.',
  BE06: 'The bank does not know the payee.',
  BE07: 'Our own address is missing or wrong.',
  CNOR: 'The payee’s bank cannot be reached this way.',
  CUST: 'We asked the bank to cancel it.',
  DNOR: 'Our bank cannot be reached this way.',
  DT01: 'The day of execution is not valid.',
  ED05: 'The settlement between the banks failed.',
  FF01: 'The file is not in the format that the bank takes.',
  FOCR: 'It was sent back after a request to cancel it.',
  MD07: 'The payee has died.',
  MS02: 'The payee refused it, without a reason.',
  MS03: 'The bank refused it, without a reason.',
  NARR: 'The bank gives its reason as a text.',
  RC01: 'The bank’s code (BIC) is wrong.',
  RC04: 'The payee’s bank is not known.',
  RR01: 'The account of the sender is missing, which a regulator asks for.',
  RR02: 'The name or address of the sender is missing, which a regulator asks for.',
  RR03: 'The name or address of the payee is missing, which a regulator asks for.',
  RR04: 'A regulator does not allow it.',
  SL01: 'The payee’s bank offers a service of its own instead.',
  TM01: 'The file came too late for its day.',
  // ours, for what is told by hand
  HAND: 'An account manager said that it was not paid.',
  GONE: 'It was sent back.',
};

export const isRejectCode = (code: string): boolean => /^[A-Z0-9]{1,35}$/.test(code);
export const rejectText = (code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : `The bank’s reason is ${code}.`;
export const rejectCodes: readonly string[] = Object.keys(words);
