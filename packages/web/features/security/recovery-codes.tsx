// Recovery codes, shown once: to be copied or kept as a file before the dialog is closed.
import { Alert, Button, Group, Stack } from '@mantine/core';
import { copyText } from '../../kit/copy-text.ts';
import { HeldModal } from '../../kit/dialogs/held-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { IconAlertTriangle, IconCopy, IconDownload } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './security.module.css';

function keepAsFile(codes: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Stack gap="md">
      <Alert icon={<IconAlertTriangle size={18} aria-hidden />} variant="default">
        {t('security.codesShownOnce')}
      </Alert>
      <ol className={classes.codes} aria-label={t('security.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={async () => {
            if (await copyText(codes.join('\n'))) toast.success(t('security.codesCopied'));
          }}
        >
          {t('security.copyCodes')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => keepAsFile(codes)}
        >
          {t('security.downloadCodes')}
        </Button>
        <Button ml="auto" onClick={done}>
          {t('security.codesKept')}
        </Button>
      </Group>
    </Stack>
  );
}

/** they are gone once it closes: only its own button does */
export const RecoveryCodesDialog = ({ codes, done }: { codes: readonly string[]; done: () => void }) => (
  <HeldModal title={t('security.recoveryCodes')} centered>
    <RecoveryCodes codes={codes} done={done} />
  </HeldModal>
);
