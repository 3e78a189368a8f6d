// Files to go with a message: chosen, named, taken away again; read when they are sent.
import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { MAX_APPEAL_FILE_BYTES, MAX_APPEAL_FILES } from '@tributary/contract/billing/appeals';
import { toast } from '../../kit/dialogs/toast.tsx';
import { byteSize } from '../../ui/format.ts';
import { IconUpload, IconX } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

/** files as the wire takes them */
export const readAttached = (files: readonly File[]): Promise<{ name: string; data: string }[]> =>
  Promise.all(
    files.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { name: file.name.slice(-120), data: btoa(text) };
    }),
  );

export function Attach({ files, set }: { files: readonly File[]; set: (files: File[]) => void }) {
  const add = (chosen: File[]) => {
    if (chosen.some(({ size }) => size > MAX_APPEAL_FILE_BYTES)) return void toast.error(t('appeals.fileTooLarge'));
    if (files.length + chosen.length > MAX_APPEAL_FILES) {
      return void toast.error(t('appeals.tooManyFiles', { count: MAX_APPEAL_FILES }));
    }
    set([...files, ...chosen]);
  };
  return (
    <Stack gap={4} align="flex-start">
      {files.map((file) => (
        <Group key={`${file.name} ${file.lastModified} ${file.size}`} gap={4} wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file.name} ({byteSize(file.size)})
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('appeals.takeAway', { name: file.name })}
            onClick={() => set(files.filter((one) => one !== file))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <FileButton multiple onChange={add} accept="application/pdf,image/*,text/plain,text/csv">
        {(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
            {t('appeals.attach')}
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}
