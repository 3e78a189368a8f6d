// The 404 page's content, with the specification's own sentence.
import type { ReactNode } from 'react';
import { t } from '../words/base.ts';
import { asButton } from './as-button.ts';
import classes from './not-found.module.css';

interface NotFoundProps {
  homeUrl: string;
  also?: ReactNode;
  /** on a page with a tenant's own brand, without the platform's streams */
  isOwn?: boolean;
}

export function NotFoundMessage({ homeUrl, also, isOwn }: NotFoundProps) {
  return (
    <div className={classes.page}>
      {!isOwn && <Streams />}
      <p className={classes.code}>404</p>
      <h1 className={classes.text}>{t('notFound.text')}</h1>
      <div className={classes.actions}>
        <a className={classes.back} href={homeUrl} {...asButton}>
          {t('notFound.back')}
        </a>
        {also}
      </div>
    </div>
  );
}

/** three streams, one of which runs dry */
function Streams() {
  return (
    <svg className={classes.art} viewBox="0 0 240 96" fill="none" strokeWidth="5" strokeLinecap="round" aria-hidden>
      <path d="M12 14c52 0 58 34 108 34" className={classes.stream} />
      <path d="M12 82c52 0 58-34 108-34" className={classes.stream} />
      <path d="M12 48h132" className={classes.stream} />
      <path d="M158 48h6m14 0h2m16 0h1m18 0h.5" className={classes.dry} />
    </svg>
  );
}
