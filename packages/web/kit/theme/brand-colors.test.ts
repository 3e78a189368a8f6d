import { describe, expect, it } from 'vitest';
import { brandColors, contrast, parseHex, shadesOf } from './brand-colors.ts';

const brands = {
  teal: '#0f766e',
  yellow: '#facc15',
  'pale yellow': '#fef9c3',
  black: '#000000',
  white: '#ffffff',
  red: '#dc2626',
  navy: '#1e3a8a',
  'mid grey': '#808080',
  lime: '#84cc16',
  pink: '#f0a',
};
const surfaces = { light: ['#ffffff', '#f8fafc', '#f1f5f9'], dark: ['#0b1220', '#111a2c', '#18233a'] } as const;

describe.each(Object.entries(brands))('a brand of %s', (_, hex) => {
  it.each(['light', 'dark'] as const)('is readable as link text on every surface, in %s', (scheme) => {
    const { text, soft } = brandColors(hex)[scheme];
    for (const surface of [...surfaces[scheme], soft]) {
      expect(contrast(parseHex(text), parseHex(surface))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['light', 'dark'] as const)('carries readable text as a filled button, hovered too, in %s', (scheme) => {
    const { fill, fillHover, onFill } = brandColors(hex)[scheme];
    expect(contrast(parseHex(fill), parseHex(onFill))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parseHex(fillHover), parseHex(onFill))).toBeGreaterThanOrEqual(4.5);
  });

  it('has ten shades', () => {
    expect(shadesOf(hex)).toHaveLength(10);
  });
});

it('a brand that is readable as it is stays itself', () => {
  expect(brandColors('#0f766e').light).toMatchObject({ text: '#0f766e', fill: '#0f766e', onFill: '#ffffff' });
  expect(brandColors('#facc15').light.fill).toBe('#facc15');
});

it('a colour that is none falls back to the platform’s own', () => {
  expect(parseHex('javascript:alert(1)')).toEqual(parseHex('#0f766e'));
});
