// The 404 page on its own, for every path that is no page here.
import { NotFoundMessage } from '../../ui/not-found.tsx';
import { t } from '../../words/base.ts';
import { hasOwnBrand, homeOfPage } from '../boot.ts';
import { useTitle } from './use-title.ts';

export function NotFoundPage() {
  useTitle(t('notFound.text'));
  return (
    <main style={{ height: '100%' }}>
      <NotFoundMessage homeUrl={homeOfPage()} isOwn={hasOwnBrand()} />
    </main>
  );
}
