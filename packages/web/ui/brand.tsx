// Who this page belongs to: the tenant's own logo where it has one (another on dark grounds, if it likes), else its letter; the
// platform's mark where it has no brand of its own. The name beside it.
import classes from './brand.module.css';
import { initialOf } from './format.ts';
import { Mark } from './mark.tsx';

export interface BrandLook {
  logoUrl?: string | null | undefined;
  logoDarkUrl?: string | null | undefined;
  /** a tenant's own brand: nothing of ours stands on its pages */
  isOwn?: boolean | undefined;
}

interface BrandProps extends BrandLook {
  name: string;
  size?: 'md' | 'lg';
}

export function Brand({ name, logoUrl, logoDarkUrl, isOwn, size = 'md' }: BrandProps) {
  const pixels = size === 'lg' ? 36 : 24;
  const logo = (src: string, ground: 'any' | 'light' | 'dark') => (
    <img src={src} alt="" height={pixels} className={classes.logo} data-ground={ground} />
  );
  return (
    <span className={classes.brand} data-size={size}>
      {logoUrl ? (
        <>
          {logo(logoUrl, logoDarkUrl ? 'light' : 'any')}
          {logoDarkUrl && logo(logoDarkUrl, 'dark')}
        </>
      ) : isOwn ? (
        <span className={classes.letter} style={{ width: pixels, height: pixels }} aria-hidden>
          {initialOf(name)}
        </span>
      ) : (
        <span className={classes.mark}>
          <Mark size={pixels} />
        </span>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
