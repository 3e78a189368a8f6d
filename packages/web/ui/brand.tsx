// Who this page belongs to: the tenant's own logo where it has one, else the platform's mark, and the name beside it.
import classes from './brand.module.css';
import { Mark } from './mark.tsx';

export function Brand({ name, logoUrl, size = 'md' }: { name: string; logoUrl?: string | null; size?: 'md' | 'lg' }) {
  const pixels = size === 'lg' ? 36 : 24;
  return (
    <span className={classes.brand} data-size={size}>
      {logoUrl ? (
        <img src={logoUrl} alt="" height={pixels} className={classes.logo} />
      ) : (
        <span className={classes.mark}>
          <Mark size={pixels} />
        </span>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
