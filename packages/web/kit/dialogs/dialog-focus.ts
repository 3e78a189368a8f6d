// Where the focus goes when a dialog opens and when it closes, for all of them alike. The component library puts it on the
// dialog's close button, and gives it back only to dialogs that stay in the tree while they are closed: ours do not.
import { useEffect } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const PASSING = `${DIALOG}, [role="menu"], [role="listbox"]`;
const FIELD =
  ':is(input:not([type="hidden"], [type="file"]), select, textarea, [contenteditable="true"]):not(:disabled, [readonly], [tabindex="-1"])';

export function useDialogFocus(): void {
  useEffect(() => {
    let before: HTMLElement | null = null;
    const removals = new MutationObserver(() => {
      if (document.querySelector(DIALOG)) return;
      removals.disconnect();
      // what was left behind: the library or the screen may have chosen a place already
      if (document.activeElement !== document.body) return;
      const place = before?.isConnected ? before : document.getElementById('content');
      place?.focus({ preventScroll: true });
    });
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const dialog = target.closest(DIALOG);
      if (!dialog) {
        if (!target.closest(PASSING)) before = target;
        return;
      }
      removals.observe(document.body, { childList: true, subtree: true });
      // a drawer's fields lie below what one came to read
      if (!target.matches('.mantine-Modal-close') || dialog.querySelector('[data-autofocus]')) return;
      const field = dialog.querySelector<HTMLElement>(FIELD);
      // the library's own mark: it looks for a place twice
      field?.setAttribute('data-autofocus', '');
      field?.focus();
    };
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      removals.disconnect();
    };
  }, []);
}
