// On a log of calls: which addresses were switched off for their failures, and where they are switched on again.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import type { Postback } from './postback-form.tsx';
import classes from './setup.module.css';

interface SwitchedOffProps {
  load: (context: CallContext) => Promise<{ rows: readonly Pick<Postback, 'disabled_reason'>[] }>;
  to: string;
}

export function SwitchedOff({ load, to }: SwitchedOffProps) {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['switched-off', session.token],
    queryFn: ({ signal }) => load({ session, signal }),
  });
  const many = data?.rows.filter(({ disabled_reason }) => disabled_reason !== null).length ?? 0;
  if (many === 0) return null;
  return (
    <p className={classes.note} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {t('postbacks.addressesWereSwitchedOffAfter', { count: many })}
        <Anchor component={Link} to={to} inherit underline="always" c="inherit">
          {t('postbacks.mendAndSwitchOn')}
        </Anchor>
      </span>
    </p>
  );
}
