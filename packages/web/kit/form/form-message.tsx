// The one message of a form. Errors interrupt a screen reader, success is announced when it is idle.
import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '../../ui/icons.ts';
import classes from './form-message.module.css';
import type { FormMessage as Message } from './use-form.ts';

export function FormMessage({ message }: { message: Message | null }) {
  if (!message) return null;
  const Icon = message.tone === 'error' ? IconAlertCircle : IconCircleCheck;
  return (
    <Alert
      role={message.tone === 'error' ? 'alert' : 'status'}
      icon={<Icon size={18} aria-hidden />}
      classNames={classes}
      data-tone={message.tone}
    >
      {message.text}
    </Alert>
  );
}
