// The component library dressed in the house's look: sizes, radius and neutral colours come from ui/tokens.css, the
// accent from the tenant. Colours are CSS variables, so that light and dark need no second theme.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { t } from '../../words/base.ts';
import { brandColors, type SchemeColors, shadesOf } from './brand-colors.ts';

/** slate in place of the library's warm greys: the components that paint with them fit ui/tokens.css */
const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#b6c2d2',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#0f172a',
];
const dark: MantineColorsTuple = [
  '#e6edf7',
  '#c3cee0',
  '#a3b1c7',
  '#7686a1',
  '#3a4a69',
  '#1f2c46',
  '#141e33',
  '#111a2c',
  '#0b1220',
  '#070c16',
];

const isTuple = (shades: string[]): shades is string[] & MantineColorsTuple => shades.length === 10;

const colorOf = (hex: string): MantineColorsTuple => {
  const shades = shadesOf(hex);
  if (!isTuple(shades)) throw new Error('a colour has ten shades');
  return shades;
};

export const themeFor = (brand: string): MantineThemeOverride =>
  createTheme({
    primaryColor: 'brand',
    colors: { brand: colorOf(brand), gray, dark },
    primaryShade: { light: 7, dark: 5 },
    white: '#ffffff',
    black: '#0f172a',
    fontFamily: 'var(--font)',
    headings: {
      fontFamily: 'var(--font)',
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
    defaultRadius: 'md',
    shadows: {
      xs: 'var(--shadow)',
      sm: 'var(--shadow)',
      md: 'var(--shadow)',
      lg: 'var(--shadow)',
      xl: 'var(--shadow)',
    },
    breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input);
      const isBrand = !input.color || input.color === 'brand';
      return input.variant === 'filled' && isBrand ? { ...colors, color: 'var(--accent-on)' } : colors;
    },
    components: {
      Input: { vars: () => ({ wrapper: { '--input-bd-focus': 'var(--accent)' } }) },
      InputWrapper: {
        // help under the field, so that fields side by side stand in line
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        styles: { label: { marginBottom: 4 } },
      },
      Checkbox: { defaultProps: { iconColor: 'var(--accent-on)' } },
      Radio: { defaultProps: { iconColor: 'var(--accent-on)' } },
      PasswordInput: {
        defaultProps: { visibilityToggleFocusable: true },
      },
      // a list opens when it is asked for, not because its field is the first of a dialog: else it takes the first Escape
      Select: { defaultProps: { openOnFocus: false } },
      MultiSelect: { defaultProps: { openOnFocus: false } },
      TagsInput: { defaultProps: { openOnFocus: false } },
      Modal: {
        styles: { title: { fontSize: 16, fontWeight: 600 } },
        defaultProps: {
          centered: true,
          overlayProps: { backgroundOpacity: 0.45 },
          transitionProps: { duration: 120 },
          closeButtonProps: { 'aria-label': t('close') },
        },
      },
      Drawer: {
        styles: { title: { fontSize: 16, fontWeight: 600 } },
        defaultProps: {
          overlayProps: { backgroundOpacity: 0.45 },
          transitionProps: { duration: 150 },
          closeButtonProps: { 'aria-label': t('close') },
        },
      },
      // the ground says what it is; its own orange on yellow is hard to read
      Alert: { styles: { title: { color: 'var(--text)' } } },
      Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
      Tooltip: { defaultProps: { openDelay: 300 } },
    },
  });

const accents = (colors: SchemeColors): Record<string, string> => ({
  '--accent': colors.text,
  '--accent-fill': colors.fill,
  '--accent-fill-hover': colors.fillHover,
  '--accent-on': colors.onFill,
  '--accent-soft': colors.soft,
  '--accent-soft-hover': colors.softHover,
  '--mantine-primary-color-contrast': colors.onFill,
  '--mantine-color-brand-filled': colors.fill,
  '--mantine-color-brand-filled-hover': colors.fillHover,
  '--mantine-color-brand-light': colors.soft,
  '--mantine-color-brand-light-hover': colors.softHover,
  '--mantine-color-brand-light-color': colors.text,
  '--mantine-color-brand-outline': colors.text,
  '--mantine-color-brand-outline-hover': colors.soft,
  '--mantine-color-brand-text': colors.text,
  '--mantine-color-anchor': colors.text,
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-2)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--surface-2)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bad-fill-hover)',
});

/** the variables that follow the colour scheme; the rest stays as the library computes it */
export const variablesFor = (brand: string): CSSVariablesResolver => {
  const colors = brandColors(brand);
  return () => ({ variables: {}, light: accents(colors.light), dark: accents(colors.dark) });
};
