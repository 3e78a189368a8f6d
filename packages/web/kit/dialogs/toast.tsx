// Toasts at the top right, in the specification's wording and times: lists 2 seconds, then a fade of 300 ms.
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './toast.module.css';

export const LIST_TOAST_MS = 2000;
const FADE_MS = 300;

function show(tone: 'success' | 'error', text: string, durationMs: number): void {
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertCircle;
  notifications.show({
    message: text,
    autoClose: durationMs,
    role: tone === 'success' ? 'status' : 'alert',
    icon: <Icon size={20} aria-hidden />,
    classNames: classes,
    'data-tone': tone,
    closeButtonProps: { 'aria-label': t('toast.dismiss') },
  });
}

export const toast = {
  success: (text: string, durationMs = LIST_TOAST_MS) => show('success', text, durationMs),
  error: (text: string, durationMs = LIST_TOAST_MS) => show('error', text, durationMs),
};

export const ToastHost = () => <Notifications position="top-right" transitionDuration={FADE_MS} containerWidth={380} />;
