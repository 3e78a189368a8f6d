// A publisher's postback: for which offers and goals, where to, at which statuses. Who chooses the offer, and from what,
// is the surface's own.
import { Button, Checkbox, Group, Select, Stack, Switch, Textarea } from '@mantine/core';
import { conversionStatuses } from '@tributary/contract/conversions/conversions';
import {
  type PublisherPostback,
  PublisherPostbackInput,
  postbackMethods,
} from '@tributary/contract/conversions/postbacks';
import { macros } from '@tributary/contract/tracker/macros';
import { type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { firstComplaint } from '../../kit/form/form-declaration.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { KeptTypingAlert } from '../../kit/form/kept-work-alert.tsx';
import { type Complaint, type Form, useForm } from '../../kit/form/use-form.ts';
import { MacroPicker } from '../../kit/inputs/macro-picker.tsx';
import { words } from '../../ui/format.ts';
import { IconBraces } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

export type Postback = z.output<typeof PublisherPostback>;

export interface PostbackValues {
  publisher_id: string;
  offer_id: string;
  goal_id: string;
  url: string;
  method: string;
  statuses: string[];
  enabled: boolean;
}
export type PostbackBody = z.input<typeof PublisherPostbackInput> & { publisher_id: string };

const valuesOf = (row: Postback | null): PostbackValues => ({
  publisher_id: row?.publisher.id ?? '',
  offer_id: row?.offer?.id ?? '',
  goal_id: row?.goal?.id ?? '',
  url: row?.url ?? '',
  method: row?.method ?? 'GET',
  statuses: row?.statuses ?? ['approved'],
  enabled: row?.enabled ?? true,
});

const bodyOf = (values: PostbackValues): PostbackBody => ({
  ...values,
  method: postbackMethods.find((one) => one === values.method) ?? 'GET',
  statuses: conversionStatuses.filter((one) => values.statuses.includes(one)),
});

export const bodyOfRow = (row: Postback): PostbackBody => bodyOf(valuesOf(row));

const fields = (['offer_id', 'goal_id', 'url', 'method', 'statuses', 'enabled'] as const).map((name) => ({
  name,
  label: name,
  kind: 'text' as const,
}));
const visibleMacros = macros.filter(({ publisherVisible }) => publisherVisible);

interface PostbackDialogProps {
  row: Postback | null;
  close: () => void;
  /** the inputs for publisher, offer and goal */
  scope: (form: Form<PostbackValues>) => ReactNode;
  check?: (values: PostbackValues) => Complaint<PostbackValues> | null;
  send: (body: PostbackBody) => Promise<void>;
}

export function PostbackDialog({ row, close, scope, check, send }: PostbackDialogProps) {
  const title = row ? t('postbacks.editPostback') : t('postbacks.addPostback');
  const form = useForm(valuesOf(row), {
    check: (values) =>
      check?.(values) ?? firstComplaint<PostbackValues>({ fields, schema: PublisherPostbackInput }, values),
    keep: { as: `postback#${row?.id ?? ''}`, dialog: title },
    send: async (values) => {
      await send(bodyOf(values));
      return undefined;
    },
  });
  const { values, set, faulty, busy } = form;
  return (
    <FormModal opened onClose={close} title={title} size={600}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <KeptTypingAlert kept={form.kept} />
          <FormMessage message={form.message} />
          {scope(form)}
          <UrlField form={form} />
          <Select
            name="method"
            label={t('postbacks.method')}
            description={t('postbacks.postSendsTheParametersOf')}
            data={[...postbackMethods]}
            allowDeselect={false}
            value={values.method}
            onChange={(method) => set('method', method ?? 'GET')}
          />
          <Checkbox.Group
            label={t('postbacks.firesWhenAConversionBecomes')}
            withAsterisk
            error={faulty === 'statuses'}
            value={values.statuses}
            onChange={(statuses) => set('statuses', statuses)}
          >
            <Group gap="md" mt={8}>
              {conversionStatuses.map((status) => (
                <Checkbox key={status} name="statuses" value={status} label={words(status)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={t('common.on')}
            description={row?.disabled_reason ?? undefined}
            checked={values.enabled}
            onChange={(event) => set('enabled', event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={busy}>
              {busy ? t('common.saving') : t('postbacks.savePostback')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

function UrlField({ form: { values, set, faulty } }: { form: Form<PostbackValues> }) {
  const [picking, setPicking] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  /** where the cursor was, else at the end */
  const insert = (name: string) => {
    const at = input.current?.selectionEnd ?? values.url.length;
    set('url', `${values.url.slice(0, at)}{${name}}${values.url.slice(at)}`);
    const after = at + name.length + 2;
    requestAnimationFrame(() => input.current?.setSelectionRange(after, after));
  };
  return (
    <div>
      <Textarea
        ref={input}
        name="url"
        label={t('postbacks.postbackUrl')}
        withAsterisk
        description={t('postbacks.forExampleHttpsTrackerExample')}
        autosize
        minRows={3}
        error={faulty === 'url'}
        value={values.url}
        onChange={(event) => set('url', event.currentTarget.value)}
      />
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconBraces size={14} aria-hidden />}
        onClick={() => setPicking(true)}
      >
        {t('postbacks.insertAMacro')}
      </Button>
      <MacroPicker
        opened={picking}
        close={() => setPicking(false)}
        title={t('postbacks.macros')}
        macros={visibleMacros}
        insert={insert}
        note={t('postbacks.macroNote')}
      />
    </div>
  );
}
