// What is not set as its owner will want it. It stays until it is put right: nobody is helped by closing it.
import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons.ts';

export function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {texts.map((text) => (
        <Alert key={text} color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />} role="status">
          {text}
        </Alert>
      ))}
    </Stack>
  );
}
