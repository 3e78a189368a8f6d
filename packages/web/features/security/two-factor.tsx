// Two-factor sign-in, the same on all three surfaces: the app, passkeys, recovery codes.
import { Alert, Button, Skeleton } from '@mantine/core';
import { twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { shortDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { TWO_FACTOR } from './anchor.ts';
import { Passkeys } from './passkeys.tsx';
import { type Proof, ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import classes from './security.module.css';
import { TotpSetUp } from './totp-set-up.tsx';
import { type TwoFactorState, useTwoFactor } from './use-two-factor.ts';

type Open = 'set-up' | 'end-app' | 'renew' | null;

export function TwoFactorCard() {
  const { answer, refresh } = useTwoFactor();
  return (
    <Card title={t('security.twoFactor')} note={t('security.twoFactorNote')} anchor={TWO_FACTOR}>
      {answer.isPending && <Skeleton height={120} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && <Factors state={answer.data} refresh={refresh} />}
    </Card>
  );
}

export function Factors({ state, refresh }: { state: TwoFactorState; refresh: () => Promise<void> }) {
  const { session } = useSession();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOn = state.totp_since !== null || state.passkeys.length > 0;
  const hasPasskey = state.passkeys.some(({ here }) => here);
  const close = () => setOpen(null);
  /** the codes are shown first: what is refreshed may take this page away */
  const confirmed = (shown: readonly string[]) => {
    close();
    toast.success(t('security.turnedOn'));
    setCodes(shown);
    if (shown.length === 0) void refresh();
  };
  const endApp = async (body: Proof) => {
    await call(twoFactorRoutes.endTotp, { body }, { session });
    close();
    toast.success(t('security.turnedOff'));
    await refresh();
  };
  const renew = async (body: Proof) => {
    const { recovery_codes } = await call(twoFactorRoutes.renewRecoveryCodes, { body }, { session });
    close();
    setCodes(recovery_codes);
  };
  return (
    <>
      {state.due_at !== null && <Alert mb="sm">{t('security.dueBy', { day: shortDate(state.due_at) })}</Alert>}
      <div className={classes.row}>
        <span className={classes.words}>
          <b>{t('security.app')}</b>
          <span className={classes.dim}>
            {state.totp_since === null
              ? t('security.appNote')
              : t('security.onSince', { day: shortDate(state.totp_since) })}
          </span>
        </span>
        {state.totp_since === null ? (
          <Button variant="default" onClick={() => setOpen('set-up')}>
            {t('security.setUp')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setOpen('end-app')}>
            {t('security.turnOff')}
          </Button>
        )}
      </div>
      <Passkeys state={state} refresh={refresh} added={confirmed} />
      {isOn && (
        <div className={classes.row}>
          <span className={classes.words}>
            <b>{t('security.recoveryCodes')}</b>
            <span className={classes.dim}>{t('security.codesLeft', { count: state.recovery_codes_left })}</span>
          </span>
          <Button variant="default" onClick={() => setOpen('renew')}>
            {t('security.makeNewCodes')}
          </Button>
        </div>
      )}
      {open === 'set-up' && <TotpSetUp close={close} confirmed={confirmed} />}
      {open === 'end-app' && (
        <ProofDialog
          title={t('security.turnOffApp')}
          text={t('security.turnOffAppText')}
          confirm={t('security.turnOff')}
          danger
          hasPasskey={hasPasskey}
          send={endApp}
          close={close}
        />
      )}
      {open === 'renew' && (
        <ProofDialog
          title={t('security.makeNewCodes')}
          text={t('security.makeNewCodesText')}
          confirm={t('security.makeNewCodes')}
          hasPasskey={hasPasskey}
          send={renew}
          close={close}
        />
      )}
      {codes.length > 0 && (
        <RecoveryCodesDialog
          codes={codes}
          done={() => {
            setCodes([]);
            void refresh();
          }}
        />
      )}
    </>
  );
}
