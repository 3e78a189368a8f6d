// Text on a tenant's colour, for what is drawn without the panel's styles: the tracker's page, the icon of a host.

/** black or white, whichever is easier to read on that #rrggbb */
export function inkOn(color: string): '#000' | '#fff' {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return luminance > 0.179 ? '#000' : '#fff';
}

/** the letter that stands for a tenant without a logo */
export const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';

const COLOR = /^#[0-9a-f]{6}$/i;
export const isColor = (text: string): boolean => COLOR.test(text);
