// The wire: everything that browser, server and tracker agree upon. `routes` is the whole API, keyed by capability.
import { sessionRoutes } from './sessions.ts';
import { tenancyRoutes } from './tenancy.ts';

export const routes = { ...tenancyRoutes, ...sessionRoutes };
export type Routes = typeof routes;
export type RouteName = keyof Routes;

export * from './errors.ts';
export * from './lists.ts';
export * from './messages.ts';
export * from './route.ts';
export * from './sessions.ts';
export * from './tenancy.ts';
