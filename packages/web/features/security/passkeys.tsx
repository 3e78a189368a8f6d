// The own passkeys: add one on this host, name it, remove it.
import { Button, Modal } from '@mantine/core';
import { MAX_PASSKEYS, twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { relativeDate, shortDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { deviceOf } from '../profile/user-agent.ts';
import { type Proof, ProofDialog } from './proof-dialog.tsx';
import classes from './security.module.css';
import type { TwoFactorState } from './use-two-factor.ts';

type Passkey = TwoFactorState['passkeys'][number];
interface PasskeysProps {
  state: TwoFactorState;
  refresh: () => Promise<void>;
  added: (codes: readonly string[]) => void;
}

const nameForm = (name: string): FormDeclaration<{ name: string }> => ({
  fields: [{ name: 'name', label: t('security.passkeyName'), kind: 'text', required: true }],
  initial: { name },
  schema: twoFactorRoutes.renamePasskey.body,
  submit: t('security.saveName'),
  busy: t('common.saving'),
});

export function Passkeys({ state, refresh, added }: PasskeysProps) {
  const { session } = useSession();
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const add = async (name: string) => {
    const offer = await call(twoFactorRoutes.beginPasskey, {}, { session });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const answer = await startRegistration({ optionsJSON: offer }).catch(() => null);
    if (!answer) return { tone: 'error', text: t('security.passkeyNotMade') } as const;
    const { recovery_codes } = await call(twoFactorRoutes.addPasskey, { body: { name, answer } }, { session });
    setNaming(null);
    added(recovery_codes);
    return undefined;
  };
  const rename = async ({ id }: Passkey, name: string) => {
    await call(twoFactorRoutes.renamePasskey, { params: { id }, body: { name } }, { session });
    setNaming(null);
    await refresh();
    return undefined;
  };
  const remove = async ({ id }: Passkey, body: Proof) => {
    await call(twoFactorRoutes.removePasskey, { params: { id }, body }, { session });
    setRemoving(null);
    toast.success(t('security.passkeyRemoved'));
    await refresh();
  };
  return (
    <>
      <div className={classes.row}>
        <span className={classes.words}>
          <b>{t('security.passkeys')}</b>
          <span className={classes.dim}>{t('security.passkeysNote')}</span>
        </span>
        {state.passkeys.length < MAX_PASSKEYS && (
          <Button variant="default" onClick={() => setNaming('new')}>
            {t('security.addPasskey')}
          </Button>
        )}
      </div>
      {state.passkeys.map((passkey) => (
        <div key={passkey.id} className={classes.row}>
          <span className={classes.words}>
            <b>{passkey.name}</b>
            <span className={classes.dim}>
              {t('security.madeOn', { day: shortDate(passkey.created_at), host: passkey.host })}{' '}
              {passkey.last_used_at === null
                ? t('security.neverUsed')
                : t('security.lastUsed', { when: relativeDate(passkey.last_used_at) })}
            </span>
            {!passkey.here && <span className={classes.dim}>{t('security.passkeyElsewhere')}</span>}
          </span>
          <Button variant="subtle" color="gray" onClick={() => setNaming(passkey)}>
            {t('security.rename')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('security.removeNamed', { name: passkey.name })}
            onClick={() => setRemoving(passkey)}
          >
            {t('security.remove')}
          </Button>
        </div>
      ))}
      {naming && (
        <Modal
          opened
          centered
          onClose={() => setNaming(null)}
          title={naming === 'new' ? t('security.addPasskey') : t('security.rename')}
        >
          <SchemaForm
            form={nameForm(naming === 'new' ? deviceOf(navigator.userAgent) : naming.name)}
            send={({ name }) => (naming === 'new' ? add(name) : rename(naming, name))}
          />
        </Modal>
      )}
      {removing && (
        <ProofDialog
          title={t('security.removeNamed', { name: removing.name })}
          text={t('security.removePasskeyText')}
          confirm={t('security.remove')}
          danger
          hasPasskey={state.passkeys.some(({ here }) => here)}
          send={(proof) => remove(removing, proof)}
          close={() => setRemoving(null)}
        />
      )}
    </>
  );
}
