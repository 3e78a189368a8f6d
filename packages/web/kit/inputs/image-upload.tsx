// One picture: chosen or dropped, sent to the server at once, shown. The server looks at the content; size is checked
// here first, so that nobody waits for a refusal.
import { Button, FileButton, Group, Text } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { type DragEvent, useState } from 'react';
import { IconPhoto, IconUpload } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { call } from '../api/api.ts';
import type { Session } from '../api/session.ts';
import { useReadOnly } from '../form/read-only.tsx';
import { sentenceFor } from '../language/sentence-for.ts';
import { useSession } from '../shell/session-context.ts';
import classes from './image-upload.module.css';

export interface UploadedImage {
  id: string;
  url: string;
}

/** what may be chosen, and where it goes */
export interface ImageRules {
  maxBytes: number;
  types: string;
  hint: string;
  tooLarge: string;
  send: (session: Session, file: { name: string; data: string }) => Promise<UploadedImage>;
}

const ofOffers = (): ImageRules => ({
  maxBytes: 1024 * 1024,
  types: 'image/png,image/jpeg,image/webp,image/gif',
  hint: t('inputs.pngJpegWebpOrGif'),
  tooLarge: t('inputs.pleaseChooseAPictureOf'),
  send: (session, body) => call(offerRoutes.upload, { body }, { session }),
});

interface ImageUploadProps {
  label: string;
  url: string;
  onChange: (image: UploadedImage | null) => void;
  rules?: ImageRules;
  disabled?: boolean;
}

export function ImageUpload({ label, url, onChange, rules = ofOffers(), disabled = false }: ImageUploadProps) {
  const { session } = useSession();
  const readOnly = useReadOnly() || disabled;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > rules.maxBytes) return setProblem(rules.tooLarge);
    setProblem('');
    setBusy(true);
    try {
      onChange(await rules.send(session, { name: file.name.slice(-200), data: await base64Of(file) }));
    } catch (error) {
      setProblem(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const picture = (
    <span className={classes.picture}>
      {url ? <img src={url} alt={t('inputs.preview', { label })} /> : <IconPhoto size={22} aria-hidden />}
    </span>
  );
  if (readOnly) return <div className={classes.zone}>{picture}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the one for everybody
    <div className={classes.zone} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {picture}
      <div>
        <Group gap="xs">
          <FileButton onChange={take} accept={rules.types} inputProps={{ 'aria-label': t('inputs.file', { label }) }}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                disabled={busy}
                leftSection={<IconUpload size={14} aria-hidden />}
              >
                {busy ? t('inputs.uploading') : url ? t('inputs.replace') : t('inputs.chooseAPicture')}
              </Button>
            )}
          </FileButton>
          {url && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              {t('inputs.remove2')}
            </Button>
          )}
        </Group>
        <Text size="xs" c={problem ? 'var(--bad)' : 'dimmed'} mt={4} role={problem ? 'alert' : undefined}>
          {problem || rules.hint}
        </Text>
      </div>
    </div>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
