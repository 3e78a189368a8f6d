// A dialog with a form. Escape, a click beside it and its X ask before they throw away what was entered; its own Cancel
// does not. The same for a drawer in which something can be written.
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../words/kit.ts';
import { confirmDialog } from './dialogs.tsx';

const question = {
  title: t('formModal.discardWhatYouEntered'),
  text: t('formModal.itHasNotBeenSaved'),
  confirm: t('formModal.discard'),
  danger: true,
};

/** what a person has put into the controls, as far as it can be seen */
const entered = (root: HTMLElement | null, controls: string): string =>
  [...(root?.querySelectorAll(controls) ?? [])]
    .map((node) => {
      if (node instanceof HTMLInputElement && /^(checkbox|radio)$/.test(node.type)) return String(node.checked);
      return 'value' in node ? String(node.value) : (node.textContent ?? '');
    })
    .filter(Boolean)
    .join('\n');

const EVERYTHING = 'input, textarea, select, [contenteditable="true"], .mantine-Pill-label';

function useDiscardQuestion(onClose: () => void, controls: string) {
  const root = useRef<HTMLDivElement>(null);
  // as it was when it was first touched: what the form is opened with may arrive late
  const before = useRef<string | null>(null);
  const asking = useRef(false);
  const touch = () => {
    before.current ??= entered(root.current, controls);
  };
  const close = async () => {
    // the Escape that answers the question reaches the dialog below it, too
    if (asking.current) return;
    const isFilled = before.current !== null && before.current !== entered(root.current, controls);
    asking.current = isFilled;
    const discard = !isFilled || (await confirmDialog(question));
    asking.current = false;
    if (discard) onClose();
  };
  const body = { ref: root, onFocusCapture: touch, onPointerDownCapture: touch, onKeyDownCapture: touch };
  return { body, close: () => void close() };
}

export function FormModal({ onClose, children, ...props }: ModalProps) {
  const { body, close } = useDiscardQuestion(onClose, EVERYTHING);
  return (
    <Modal {...props} onClose={close}>
      <div {...body}>{children}</div>
    </Modal>
  );
}

/** a record's details: its parts save by themselves, and only what is being written can be lost */
export function FormDrawer({ onClose, children, ...props }: DrawerProps) {
  const { body, close } = useDiscardQuestion(onClose, 'textarea');
  return (
    <Drawer {...props} onClose={close}>
      <div {...body}>{children}</div>
    </Drawer>
  );
}
