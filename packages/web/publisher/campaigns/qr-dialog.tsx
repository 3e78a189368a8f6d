// A saved link's QR code, large.
import { Modal } from '@mantine/core';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { t } from '../../words/publisher.ts';
import { QrCode } from './qr-code.tsx';

export function QrDialog({ title, text, close }: { title: string; text: string; close: () => void }) {
  return (
    <Modal opened onClose={close} title={title} size={360}>
      <QrCode text={text} />
      <CopyLine label={t('campaigns.shortLink')} text={text} />
    </Modal>
  );
}
