// Waiting and failing, for a whole page or a pane. Quick answers show nothing at all: the text appears after 200 ms.
import { Button, Loader } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { ApiError } from '../api/api-error.ts';
import { sentenceFor } from '../language/sentence-for.ts';
import classes from './loading.module.css';

export function Loading({ text = t('shell.loading'), whole }: { text?: string; whole?: boolean }) {
  return (
    <div className={classes.loading} data-whole={whole || undefined} role="status">
      <Loader size="sm" aria-hidden />
      <span>{text}</span>
    </div>
  );
}

const requestOf = (error: unknown): string | null =>
  error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.requestId : null;

/** over a list that could not be loaded and therefore is empty */
export function FailedLine({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = requestOf(error);
  return (
    <div className={classes.line} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{sentenceFor(error)}</span>
      {requestId && <small>{t('shell.request', { requestId })}</small>}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}

export function FailedToLoad({ error, retry, whole }: { error: unknown; retry: () => void; whole?: boolean }) {
  const requestId = requestOf(error);
  return (
    <div className={whole ? classes.failed : undefined} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={22} aria-hidden />}
        title={sentenceFor(error)}
        text={requestId ? t('shell.request', { requestId }) : undefined}
        action={
          <Button variant="default" onClick={retry}>
            {t('shell.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
