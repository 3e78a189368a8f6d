// CSV as RFC 4180 has it, safe to open in a spreadsheet: a text that begins like a formula gets an apostrophe before it.

const FORMULA = /^[=+\-@\t\r\0]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(',')}\r\n`;
