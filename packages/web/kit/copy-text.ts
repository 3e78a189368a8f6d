// To the clipboard. A browser may refuse it (no permission, no https): then that is said, and nothing claims to be copied.

import { t } from '../words/kit.ts';
import { toast } from './dialogs/toast.tsx';

export const NOT_COPIED = t('copyText.yourBrowserDidNotAllow');
const READ_MS = 5_000;

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.error(NOT_COPIED, READ_MS);
    return false;
  }
}

/** from a menu, which is gone by then */
export async function copyAndSay(text: string): Promise<void> {
  if (await copyText(text)) toast.success(t('copyText.copied'));
}
