// The 404 page inside a portal: the same words, with the menu still at hand and a way to the dashboard.
import { notFoundPage } from '@tributary/contract/messages';
import type { Role } from '@tributary/contract/route';
import { NotFoundMessage } from '../../ui/not-found.tsx';
import { t } from '../../words/kit.ts';
import { boot } from '../boot.ts';
import { LinkButton } from '../link-button.tsx';
import { homeOf } from '../session.ts';
import { useTitle } from '../use-title.ts';

export function NotFoundScreen({ role }: { role: Role }) {
  useTitle(notFoundPage.text);
  return (
    <NotFoundMessage
      homeUrl={boot().mainOrigin}
      also={
        <LinkButton to={homeOf[role]} variant="default" h={40}>
          {t('shell.goToDashboard')}
        </LinkButton>
      }
    />
  );
}
