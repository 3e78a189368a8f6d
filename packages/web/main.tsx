// The app's entry: the tenant's pages, or the 404 page on every path where no tenant lives.
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { App } from './kit/app.tsx';
import { boot } from './kit/boot.ts';
import { routerFor } from './routes.tsx';
import { applyLanguage, loadWords } from './words/words.ts';

// the name under which the dialogs' scroll lock looks for the nonce of its style element, whatever the bundler
Object.assign(globalThis, { __webpack_nonce__: boot().nonce });
applyLanguage();
await loadWords();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <App>
      <RouterProvider router={routerFor(boot().mode)} />
    </App>,
  );
}
