// The 404 page inside a portal: the same words, with the menu still at hand and a way to the dashboard.
import { notFoundPage } from '@tributary/contract/messages';
import type { Role } from '@tributary/contract/route';
import { homeOf } from '../../kit/api/session.ts';
import { hasOwnBrand, homeOfPage } from '../../kit/boot.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { NotFoundMessage } from '../../ui/not-found.tsx';
import { t } from '../../words/kit.ts';

export function NotFoundScreen({ role }: { role: Role }) {
  useTitle(notFoundPage.text);
  return (
    <NotFoundMessage
      homeUrl={homeOfPage()}
      isOwn={hasOwnBrand()}
      also={
        <LinkButton to={homeOf[role]} variant="default" h={40}>
          {t('shell.goToDashboard')}
        </LinkButton>
      }
    />
  );
}
