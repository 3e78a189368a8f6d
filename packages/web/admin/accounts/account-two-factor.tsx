// Whether an account asks for a second factor, and the way back for somebody whose device is gone.
import { Button } from '@mantine/core';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/admin.ts';
import { nameOf } from './columns.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

export function AccountTwoFactor({ words, account, tools }: PartProps) {
  const mayReset = useMay()(words.routes.resetTwoFactor);
  if (!account.two_factor) return <p className={classes.empty}>{t('security.twoFactorIsOff')}</p>;
  const reset = async () => {
    const question = {
      title: t('security.resetOf', { name: nameOf(words, account) }),
      text: t('security.resetText'),
      confirm: t('security.resetTwoFactor'),
      danger: true,
    };
    if (!(await confirmDialog(question))) return;
    const sent = call(words.routes.resetTwoFactor, { params: { id: account.id } }, tools);
    await savePart(sent, t('security.resetDone'), tools);
  };
  return (
    <>
      <p>{t('security.twoFactorIsOn')}</p>
      {mayReset && (
        <Button variant="default" mt="xs" onClick={() => void reset()}>
          {t('security.resetTwoFactor')}
        </Button>
      )}
    </>
  );
}
