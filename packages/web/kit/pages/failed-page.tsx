// What a page shows when it cannot be drawn: its code did not arrive (a new version was put in place), or it broke.
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/base.ts';
import { reportError } from './report-error.ts';

export function FailedPage() {
  const error = useRouteError();
  useEffect(() => reportError('The page could not be shown', error), [error]);
  return (
    <main role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={22} aria-hidden />}
        title={t('failedPage.title')}
        action={<Button onClick={() => location.reload()}>{t('failedPage.reload')}</Button>}
      />
    </main>
  );
}
