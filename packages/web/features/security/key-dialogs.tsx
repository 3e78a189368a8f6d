// A new key: its name, what it is for, until when. Then the key itself, once.
import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import {
  type ApiKey,
  apiKeyRoutes,
  KEY_LIFETIME_DAYS,
  type KeyScope,
  keyLifetimeDays,
  keyPresets,
  scopesOf,
} from '@tributary/contract/accounts/api-keys';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { HeldModal } from '../../kit/dialogs/held-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

type Preset = keyof typeof keyPresets | 'own';

/** what the reader's role lets a key have; in a portal, its reports */
const useOwnScopes = (): readonly KeyScope[] => {
  const { role, type } = useSession();
  return scopesOf(type === 'admin' ? (role?.sections ?? {}) : null);
};

interface DialogProps {
  title: string;
  close: () => void;
  children: ReactNode;
}
const Dialog = ({ title, close, children }: DialogProps) => (
  <Modal opened onClose={close} title={title} centered>
    {children}
  </Modal>
);

export function NewKeyDialog({ close, made }: { close: () => void; made: (key: string) => void }) {
  const { session } = useSession();
  const allowed = useOwnScopes();
  const [preset, setPreset] = useState<Preset>('reports');
  const within = (scopes: readonly KeyScope[]) => scopes.filter((scope) => allowed.includes(scope));
  const form = useForm<{ name: string; scopes: readonly string[]; days: string; networks: readonly string[] }>(
    { name: '', scopes: within(keyPresets.reports), days: String(KEY_LIFETIME_DAYS), networks: [] },
    {
      check: ({ name, scopes }) => {
        if (!name.trim()) return { field: 'name', sentence: t('security.keyNameMissing') };
        return scopes.length > 0 ? null : { field: 'scopes', sentence: t('security.scopesMissing') };
      },
      send: async ({ name, scopes, days, networks }) => {
        const term = keyLifetimeDays.find((one) => String(one) === days) ?? KEY_LIFETIME_DAYS;
        const body = { name, scopes: [...scopes], networks: [...networks], expires_in_days: term };
        made((await call(apiKeyRoutes.createApiKey, { body }, { session })).key);
        return undefined;
      },
    },
  );
  const presets: { value: Preset; label: string }[] = [
    { value: 'reports', label: t('security.presetReports') },
    { value: 'read-all', label: t('security.presetReadAll') },
    { value: 'integration', label: t('security.presetIntegration') },
    { value: 'own', label: t('security.presetOwn') },
  ];
  const choose = (next: Preset) => {
    setPreset(next);
    if (next !== 'own') form.set('scopes', within(keyPresets[next]));
  };
  return (
    <Dialog title={t('security.makeKey')} close={close}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <TextInput
            label={t('security.keyName')}
            name="name"
            data-autofocus
            maxLength={60}
            value={form.values.name}
            onChange={(event) => form.set('name', event.currentTarget.value)}
          />
          {allowed.length > 1 && (
            <>
              <Select
                label={t('security.keyFor')}
                data={presets}
                value={preset}
                allowDeselect={false}
                onChange={(value) => choose(presets.find((one) => one.value === value)?.value ?? 'own')}
              />
              <MultiSelect
                label={t('security.scopes')}
                data={[...allowed]}
                value={[...form.values.scopes]}
                searchable
                maxDropdownHeight={240}
                onChange={(scopes) => {
                  setPreset('own');
                  form.set('scopes', scopes);
                }}
              />
            </>
          )}
          <Select
            label={t('security.keyTerm')}
            data={keyLifetimeDays.map((days) => ({ value: String(days), label: t('security.days', { count: days }) }))}
            value={form.values.days}
            allowDeselect={false}
            onChange={(days) => form.set('days', days ?? String(KEY_LIFETIME_DAYS))}
          />
          <TagsInput
            label={t('security.keyNetworks')}
            description={t('security.keyNetworksHelp')}
            placeholder={form.values.networks.length > 0 ? '' : t('security.keyFromAnywhere')}
            value={[...form.values.networks]}
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            onChange={(networks) => form.set('networks', networks)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? t('common.saving') : t('security.makeKey')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** it is gone once this closes: only its own button does */
export const KeyShown = ({ text, close }: { text: string; close: () => void }) => (
  <HeldModal title={t('security.yourKey')} centered>
    <Stack gap="md">
      <Alert icon={<IconAlertTriangle size={18} aria-hidden />} variant="default">
        {t('security.keyShownOnce')}
      </Alert>
      <CopyLine label={t('security.key')} text={text} />
      <Button onClick={close}>{t('security.keyKept')}</Button>
    </Stack>
  </HeldModal>
);

interface OfKey {
  of: ApiKey;
  close: () => void;
  done: () => void;
}

export function NarrowKeyDialog({ of, close, done }: OfKey) {
  const { session } = useSession();
  const form = useForm<{ scopes: readonly string[] }>(
    { scopes: of.scopes },
    {
      check: ({ scopes }) => (scopes.length > 0 ? null : { field: 'scopes', sentence: t('security.scopesMissing') }),
      send: async ({ scopes }) => {
        await call(apiKeyRoutes.narrowApiKey, { params: { id: of.id }, body: { scopes: [...scopes] } }, { session });
        toast.success(t('security.keyNarrowed'));
        done();
        return undefined;
      },
    },
  );
  return (
    <Dialog title={t('security.narrowKey', { name: of.name })} close={close}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <MultiSelect
            label={t('security.scopes')}
            description={t('security.narrowText')}
            data={of.scopes}
            value={[...form.values.scopes]}
            onChange={(scopes) => form.set('scopes', scopes)}
          />
          <Button type="submit" disabled={form.busy}>
            {form.busy ? t('common.saving') : t('security.narrow')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

export function ResumeKeyDialog({ of, close, done }: OfKey) {
  const { session } = useSession();
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => (password ? null : { field: 'password', sentence: t('shell.passwordIsRequired') }),
      send: async (body) => {
        await call(apiKeyRoutes.resumeApiKey, { params: { id: of.id }, body }, { session });
        toast.success(t('security.keyResumed'));
        done();
        return undefined;
      },
    },
  );
  return (
    <Dialog title={t('security.resumeKey', { name: of.name })} close={close}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <PasswordField
            label={t('common.password')}
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={form.values.password}
            onChange={(event) => form.set('password', event.currentTarget.value)}
          />
          <Button type="submit" disabled={form.busy}>
            {form.busy ? t('shell.checking') : t('security.resume')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
