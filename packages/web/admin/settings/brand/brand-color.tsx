// The brand's colour: chosen or typed, its ten shades, and what became of it where it could not be read as it is.
import { ColorInput } from '@mantine/core';
import { DEFAULT_COLOR } from '@tributary/contract/boot';
import type { OwnInput } from '../../../kit/settings/setting-fields.ts';
import { brandColors, contrast, parseHex, shadesOf } from '../../../kit/theme/brand-colors.ts';
import { t } from '../../../words/admin.ts';
import classes from './brand.module.css';

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
export const usable = (color: unknown): string =>
  typeof color === 'string' && HEX.test(color.trim()) ? color.trim().toLowerCase() : DEFAULT_COLOR;

export function BrandColor({ value, set, disabled }: OwnInput) {
  const color = usable(value);
  return (
    <div>
      <ColorInput
        label={t('brand.color')}
        description={t('brand.colorHelp')}
        name="color"
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        disabled={disabled}
        placeholder={DEFAULT_COLOR}
        popoverProps={{ withinPortal: true }}
        eyeDropperButtonProps={{ 'aria-label': t('brand.pick') }}
      />
      <ul className={classes.shades} aria-label={t('brand.shades')}>
        {shadesOf(color).map((shade) => (
          <li key={shade} style={{ background: shade }} title={shade} />
        ))}
      </ul>
      <dl className={classes.uses}>
        {(['light', 'dark'] as const).map((scheme) => (
          <Uses key={scheme} scheme={scheme} color={color} />
        ))}
      </dl>
    </div>
  );
}

function Uses({ scheme, color }: { scheme: 'light' | 'dark'; color: string }) {
  const { fill, onFill, text } = brandColors(color)[scheme];
  const whole = `#${parseHex(color)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
  const ratio = contrast(parseHex(fill), parseHex(onFill)).toFixed(1);
  const moved = [
    ...(fill === whole ? [] : [t('brand.movedFill', { color: fill })]),
    ...(text === whole ? [] : [t('brand.movedText', { color: text })]),
  ];
  return (
    <>
      <dt>{scheme === 'light' ? t('brand.light') : t('brand.dark')}</dt>
      <dd>
        <span className={classes.sample} style={{ color: onFill, background: fill }}>
          {t('brand.button')}
        </span>
        <span className={classes.moved}>
          {t('brand.contrast', { ratio })} {moved.length > 0 ? moved.join(' ') : t('brand.asItIs')}
        </span>
      </dd>
    </>
  );
}
