// A link as a QR code: drawn from the code's own squares, so that it needs no canvas and prints sharply.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../kit/api/download.ts';
import { t } from '../../words/publisher.ts';
import classes from './campaigns.module.css';

const QUIET = 4;

interface Squares {
  size: number;
  path: string;
}

async function squaresOf(text: string): Promise<Squares> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
    }
  }
  return { size: modules.size + 2 * QUIET, path };
}

const svgText = ({ size, path }: Squares): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;

export function QrCode({ text }: { text: string }) {
  const { data } = useQuery({ queryKey: ['qr', text], queryFn: () => squaresOf(text), staleTime: Infinity });
  return (
    <figure className={classes.qr}>
      <svg
        viewBox={`0 0 ${data?.size ?? 1} ${data?.size ?? 1}`}
        role="img"
        aria-label={t('campaigns.qrCodeOf', { text })}
      >
        <rect width="100%" height="100%" fill="#fff" />
        {data && <path d={data.path} fill="#000" />}
      </svg>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={!data}
        onClick={() => data && download('qr-code.svg', new Blob([svgText(data)], { type: 'image/svg+xml' }))}
      >
        {t('campaigns.downloadSvg')}
      </Button>
    </figure>
  );
}
