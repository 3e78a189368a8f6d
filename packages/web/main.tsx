// The app's entry: the tenant's pages, or the 404 page on every path where no tenant lives.
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { App } from './kit/app.tsx';
import { boot } from './kit/boot.ts';
import { obeyContentPolicy } from './kit/content-policy.ts';
import { applyLanguage } from './kit/language.ts';
import { routerFor } from './routes.tsx';

obeyContentPolicy(boot().nonce);
applyLanguage();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <App>
      <RouterProvider router={routerFor(boot().mode)} />
    </App>,
  );
}
