// A dialog that stays until what it holds is done: no Escape, no click beside it, no X.
import { Modal, type ModalProps } from '@mantine/core';

export const HeldModal = (props: Omit<ModalProps, 'opened' | 'onClose'>) => (
  <Modal
    {...props}
    opened
    onClose={() => undefined}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
  />
);
