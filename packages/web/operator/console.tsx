// The operator's console: three lists under one bar.
import { Button } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { boot } from '../kit/boot.ts';
import { DialogHost } from '../kit/dialogs/dialogs.tsx';
import { ColorSchemeToggle } from '../kit/theme/color-scheme-toggle.tsx';
import '../kit/theme/mantine-console-css.ts';
import { ToastHost } from '../kit/dialogs/toast.tsx';
import { Warnings } from '../kit/dialogs/warnings.tsx';
import { NotFoundPage } from '../kit/pages/not-found-page.tsx';
import { Loading } from '../kit/shell/loading.tsx';
import { SessionContext } from '../kit/shell/session-context.ts';
import { Brand } from '../ui/brand.tsx';
import { IconLogout } from '../ui/icons.ts';
import { t } from '../words/operator.ts';
import classes from './console.module.css';
import { OperatorLanguage } from './operator-language.tsx';
import { reporting } from './reporting.ts';
import { type Operator, sessionForLists, signOut } from './session.ts';

interface Screen {
  path: string;
  label: string;
  Screen: ComponentType;
}

const screens: readonly Screen[] = [
  { path: 'tenants', label: t('common.tenants'), Screen: lazy(() => import('./tenants.tsx')) },
  { path: 'messages', label: t('common.messages'), Screen: lazy(() => import('./messages.tsx')) },
  { path: 'mail-failures', label: t('common.mailFailures'), Screen: lazy(() => import('./mail-failures.tsx')) },
];

export function Console({ email, warnings }: Operator) {
  return (
    <SessionContext value={sessionForLists(email)}>
      <Routes>
        <Route index element={<Navigate to="tenants" replace />} />
        {screens.map(({ path, Screen }) => (
          <Route
            key={path}
            path={path}
            element={
              <div className={classes.console}>
                <Bar email={email} />
                <main className={classes.content}>
                  <Warnings texts={warnings} />
                  <Suspense fallback={<Loading />}>
                    <Screen />
                  </Suspense>
                </main>
              </div>
            }
          />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
      <DialogHost />
      <ToastHost />
    </SessionContext>
  );
}

function Bar({ email }: { email: string }) {
  return (
    <header className={classes.bar}>
      <div className={classes.brand}>
        <Brand name={t('console.operator', { brandName: boot().brandName })} />
      </div>
      <nav className={classes.nav} aria-label={t('common.operator')}>
        {screens.map(({ path, label }) => (
          <NavLink key={path} to={`/operator/${path}`} className={classes.link}>
            {label}
          </NavLink>
        ))}
      </nav>
      <span className={classes.who}>{email}</span>
      <OperatorLanguage />
      <ColorSchemeToggle />
      <Button
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void reporting(t('console.theLogoutFailed'), signOut)}
      >
        {t('console.logout')}
      </Button>
    </header>
  );
}
