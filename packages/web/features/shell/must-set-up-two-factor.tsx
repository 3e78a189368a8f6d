// In place of every screen once the grace is over: the set-up of the second factor that the workspace demands.
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../../kit/api/logout.ts';
import { Cards } from '../../kit/settings/card.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { TwoFactorCard } from '../security/two-factor.tsx';

export function MustSetUpTwoFactor() {
  const { session } = useSession();
  const queries = useQueryClient();
  return (
    <>
      <PageHeader title={t('security.setUpNow')} note={t('security.setUpNowText')} />
      <Cards>
        <TwoFactorCard />
        <Group gap="xs">
          {/* what the shell asked for meanwhile was refused, too */}
          <Button variant="default" onClick={() => void queries.resetQueries()}>
            {t('security.goOn')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => logout(session)}>
            {t('shell.logout')}
          </Button>
        </Group>
      </Cards>
    </>
  );
}
