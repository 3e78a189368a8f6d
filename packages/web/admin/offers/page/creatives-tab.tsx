// Creatives: what publishers show. Pictures are uploaded, texts and markup typed; the server cleans markup.
import { Button, Group, Input, Select, Textarea, TextInput } from '@mantine/core';
import { Fields, Writing } from '../../../kit/form/read-only.tsx';
import { ImageUpload } from '../../../kit/inputs/image-upload.tsx';
import { t } from '../../../words/admin.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { ListEditor } from './list-editor.tsx';
import type { Keyed, ListDraft } from './use-list-draft.ts';

export interface CreativeDraft {
  id: string;
  name: string;
  kind: 'image' | 'html' | 'text';
  upload_id: string;
  image_url: string;
  content: string;
}

const kinds = [
  { value: 'image', label: t('offers.picture') },
  { value: 'html', label: 'HTML' },
  { value: 'text', label: t('offers.text') },
];
const fresh: CreativeDraft = { id: '', name: '', kind: 'image', upload_id: '', image_url: '', content: '' };

export const creativeDrafts = ({ creatives }: OfferRecord): CreativeDraft[] =>
  creatives.map(({ id, name, kind, image_url, content }) => ({
    id,
    name,
    kind,
    upload_id: '',
    image_url: image_url ?? '',
    content: content ?? '',
  }));

export const creativeBody = ({ id, name, kind, upload_id, content }: CreativeDraft) => ({
  id,
  name,
  kind,
  upload_id,
  content,
});

export function CreativesTab({ list }: { list: ListDraft<CreativeDraft> }) {
  return (
    <ListEditor title={t('offers.creatives')} note={t('offers.publishersSeeTheseWithThe')}>
      {list.rows.length === 0 && <p className={classes.hint}>{t('offers.noCreativesYet')}</p>}
      {list.rows.map((creative) => (
        <Creative
          key={creative.key}
          creative={creative}
          change={(part) => list.change(creative.key, part)}
          remove={() => list.remove(creative.key)}
          error={(field) => list.errorOf(creative.key, field)}
        />
      ))}
      <Writing>
        <Button size="xs" variant="default" mt="sm" onClick={() => list.add(fresh)}>
          {t('offers.addCreative')}
        </Button>
      </Writing>
    </ListEditor>
  );
}

interface CreativeProps {
  creative: Keyed<CreativeDraft>;
  change: (part: Partial<CreativeDraft>) => void;
  remove: () => void;
  error: (field: string) => string | undefined;
}

function Creative({ creative, change, remove, error }: CreativeProps) {
  const name = creative.name || 'creative';
  return (
    <fieldset className={classes.creative} aria-label={name}>
      <Fields>
        <div className={classes.grid}>
          <TextInput
            label={t('offers.creativeName')}
            value={creative.name}
            error={error('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            label={t('common.kind')}
            data={kinds}
            allowDeselect={false}
            value={creative.kind}
            onChange={(kind) => change({ kind: kind as CreativeDraft['kind'] })}
          />
          <div className={classes.wide}>
            {creative.kind === 'image' ? (
              <div data-fault={error('upload_id') ? true : undefined}>
                <ImageUpload
                  label={t('offers.creative')}
                  url={creative.image_url}
                  onChange={(image) => change({ upload_id: image?.id ?? '', image_url: image?.url ?? '' })}
                />
                {error('upload_id') && <Input.Error>{error('upload_id')}</Input.Error>}
              </div>
            ) : (
              <Textarea
                label={creative.kind === 'html' ? 'HTML' : t('offers.text')}
                autosize
                minRows={3}
                classNames={creative.kind === 'html' ? { input: classes.code } : undefined}
                value={creative.content}
                error={error('content')}
                onChange={(event) => change({ content: event.currentTarget.value })}
              />
            )}
          </div>
        </div>
      </Fields>
      <Writing>
        <Group justify="flex-end" mt={8}>
          <Button size="xs" variant="subtle" color="red" onClick={remove}>
            {t('offers.removeNamed', { name })}
          </Button>
        </Group>
      </Writing>
    </fieldset>
  );
}
