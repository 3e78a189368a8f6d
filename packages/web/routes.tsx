// Which page stands at which path. Login comes with the first load; every other surface is fetched when it is visited.
import type { Boot } from '@tributary/contract/boot';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FailedPage } from './kit/pages/failed-page.tsx';
import { NotFoundPage } from './kit/pages/not-found-page.tsx';
import { Login } from './tenant/login.tsx';
import { speaking } from './words/words.ts';

const notFound: RouteObject = { path: '*', Component: NotFoundPage };

const tenantRoutes: RouteObject[] = [
  { path: '/', Component: Login },
  { path: '/forgot-password', lazy: () => import('./tenant/forgot-password.tsx') },
  { path: '/reset-password', lazy: () => import('./tenant/reset-password.tsx') },
  { path: '/confirm-email', lazy: () => import('./tenant/confirm-email.tsx') },
  {
    path: '/publisher-signup',
    lazy: speaking(
      () => import('./words/labels.ts'),
      () => import('./tenant/publisher-signup.tsx'),
    ),
  },
  { path: '/advertiser-signup', lazy: () => import('./tenant/advertiser-signup.tsx') },
  {
    path: '/terms',
    lazy: speaking(
      () => import('./words/terms.ts'),
      () => import('./tenant/terms.tsx'),
    ),
  },
  {
    path: '/shared/:token',
    lazy: speaking(
      () => import('./words/explain.ts'),
      () => import('./tenant/shared.tsx'),
    ),
  },
  {
    path: '/am/*',
    lazy: speaking(
      () => import('./words/admin.ts'),
      () => import('./admin/surface.tsx'),
    ),
  },
  {
    path: '/publisher/*',
    lazy: speaking(
      () => import('./words/publisher.ts'),
      () => import('./publisher/surface.tsx'),
    ),
  },
  {
    path: '/advertiser/*',
    lazy: speaking(
      () => import('./words/advertiser.ts'),
      () => import('./advertiser/surface.tsx'),
    ),
  },
  notFound,
];

const mainRoutes: RouteObject[] = [
  {
    path: '/operator/*',
    lazy: speaking(
      () => import('./words/operator.ts'),
      () => import('./operator/surface.tsx'),
    ),
  },
  notFound,
];

const routesOf: Record<Boot['mode'], RouteObject[]> = { main: mainRoutes, tenant: tenantRoutes, unknown: [notFound] };

/** nothing while a surface's code is on its way: it is there before a spinner would be seen */
const Blank = () => null;

export const routerFor = (mode: Boot['mode']) =>
  createBrowserRouter([{ HydrateFallback: Blank, ErrorBoundary: FailedPage, children: routesOf[mode] }]);
