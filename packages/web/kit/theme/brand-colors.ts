// A tenant gives one colour; the screens need it as text, as a filled button with text on it, and as a soft background,
// in light and in dark. Each is the brand's own colour moved only as far as 4.5:1 contrast asks (WCAG 2.2, 1.4.3).

export type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const INK: Rgb = [11, 18, 32];
const READABLE = 4.5;

export interface SchemeColors {
  /** links, icons and borders on the page's surfaces */
  text: string;
  fill: string;
  fillHover: string;
  onFill: string;
  soft: string;
  softHover: string;
}

/** the surfaces of ui/tokens.css that accent text may stand on */
const surfaces = {
  light: ['#ffffff', '#f8fafc', '#f1f5f9'].map(parseHex),
  dark: ['#0b1220', '#111a2c', '#18233a'].map(parseHex),
};

export function parseHex(hex: string): Rgb {
  const text = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!text) return parseHex('#0f766e');
  const full = text.length === 3 ? text.replace(/./g, '$&$&') : text;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}

export const toHex = (color: Rgb): string =>
  `#${color.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;

/** `share` of `toward` in the mixture */
export function mix(color: Rgb, toward: Rgb, share: number): Rgb {
  const blend = (index: 0 | 1 | 2) => color[index] + (toward[index] - color[index]) * share;
  return [blend(0), blend(1), blend(2)];
}

function luminance(color: Rgb): number {
  const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

export function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** as the browser will paint it, so that what was checked is what is shown */
const rounded = (color: Rgb): Rgb => parseHex(toHex(color));

/** the nearest lighter or darker tone that satisfies the rule; hue and saturation stay, so that it is still the brand */
function moveUntil(color: Rgb, way: 'lighter' | 'darker', holds: (candidate: Rgb) => boolean): Rgb {
  const { hue, saturation, lightness } = toHsl(color);
  const end = way === 'lighter' ? 1 : 0;
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = rounded(share ? fromHsl(hue, saturation, lightness + (end - lightness) * share) : color);
    if (holds(candidate)) return candidate;
  }
  return way === 'lighter' ? WHITE : BLACK;
}

function toHsl(color: Rgb): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = [color[0] / 255, color[1] / 255, color[2] / 255];
  const max = Math.max(r, g, b);
  const spread = max - Math.min(r, g, b);
  const lightness = max - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const turn = max === r ? (g - b) / spread : max === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return { hue: (turn * 60 + 360) % 360, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return (
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return [channel(0), channel(8), channel(4)];
}

function schemeColors(brand: Rgb, scheme: 'light' | 'dark'): SchemeColors {
  const [surface = WHITE] = scheme === 'light' ? surfaces.light : surfaces.dark.slice(1);
  const away = scheme === 'light' ? 'darker' : 'lighter';
  // a fill nearly as light (or dark) as the page would not be seen as a button at all
  const seen = moveUntil(brand, away, (color) => contrast(color, surface) >= (scheme === 'light' ? 1.3 : 1.8));
  const onFill = contrast(seen, WHITE) >= READABLE ? WHITE : INK;
  const fill = moveUntil(seen, onFill === WHITE ? 'darker' : 'lighter', (color) => contrast(color, onFill) >= READABLE);
  const soft = rounded(mix(surface, brand, scheme === 'light' ? 0.08 : 0.2));
  const softHover = rounded(mix(surface, brand, scheme === 'light' ? 0.12 : 0.26));
  const under = [...surfaces[scheme], soft, softHover];
  const text = moveUntil(brand, away, (color) => under.every((one) => contrast(color, one) >= READABLE));
  return {
    text: toHex(text),
    fill: toHex(fill),
    fillHover: toHex(mix(fill, onFill === WHITE ? BLACK : WHITE, 0.14)),
    onFill: toHex(onFill),
    soft: toHex(soft),
    softHover: toHex(softHover),
  };
}

/** the ten shades that the component library wants of a colour; 7 is the brand itself */
export const shadesOf = (hex: string): string[] => {
  const brand = parseHex(hex);
  const tints = [0.94, 0.86, 0.72, 0.56, 0.4, 0.24, 0.1, 0].map((share) => mix(brand, WHITE, share));
  return [...tints, mix(brand, BLACK, 0.16), mix(brand, BLACK, 0.34)].map(toHex);
};

export const brandColors = (hex: string): Record<'light' | 'dark', SchemeColors> => ({
  light: schemeColors(parseHex(hex), 'light'),
  dark: schemeColors(parseHex(hex), 'dark'),
});
