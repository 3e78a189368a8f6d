// How an advertiser's postbacks must prove themselves: token, signature, addresses; and new secrets when one got out.
import { Button, Group, SimpleGrid, Stack, Switch, TagsInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { ownMeanings } from '@tributary/contract/tracker/receipt-rules';
import classes from '../../features/postbacks/setup.module.css';
import { SecretsFacts, type Setup } from '../../features/postbacks/setup-panels.tsx';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { KeptTypingAlert } from '../../kit/form/kept-work-alert.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconRefresh } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';

export const SETUP = 'postback-setup';

type OwnWords = Setup['auth']['status_words'];
const meanings = {
  approved: t('common.approved'),
  pending: t('common.pending'),
  rejected: t('common.rejected'),
  refund: t('common.refund'),
} as const;

/** what this advertiser's own system calls a status; the usual words are known anyway */
function StatusWords({ value, onChange }: { value: OwnWords; onChange: (words: OwnWords) => void }) {
  const wordsOf = (meaning: string) => Object.keys(value).filter((word) => value[word] === meaning);
  const change = (meaning: (typeof ownMeanings)[number], words: readonly string[]) => {
    const others = Object.entries(value).filter(([word, means]) => means !== meaning && !words.includes(word));
    onChange(Object.fromEntries([...others, ...words.map((word): [string, typeof meaning] => [word, meaning])]));
  };
  return (
    <fieldset className={classes.words}>
      <legend>{t('postbacks.statusWordsOfItsOwn')}</legend>
      <p>{t('postbacks.theUsualWordsSuchAs')}</p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {ownMeanings.map((meaning) => (
          <TagsInput
            key={meaning}
            label={meanings[meaning]}
            placeholder={wordsOf(meaning).length === 0 ? t('postbacks.typeAWordAndPress') : undefined}
            acceptValueOnBlur
            value={wordsOf(meaning)}
            onChange={(words) => change(meaning, words)}
          />
        ))}
      </SimpleGrid>
    </fieldset>
  );
}

export function AuthPanel({ setup }: { setup: Setup }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const params = { id: setup.advertiser.id };
  const reload = () => queries.invalidateQueries({ queryKey: [SETUP] });
  const form = useForm(setup.auth, {
    keep: { as: setup.advertiser.id },
    send: async (body) => {
      await call(conversionRoutes.setPostbackAuth, { params, body }, { session });
      toast.success(t('postbacks.savedTheTrackersHaveIt'));
      await reload();
      return undefined;
    },
  });
  const { values, set, busy } = form;
  const isOpen = !values.token_required && !values.signature_required && values.networks.length === 0;
  return (
    <>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <KeptTypingAlert kept={form.kept} />
          <FormMessage message={form.message} />
          <Switch
            label={t('postbacks.token')}
            description={t('postbacks.thePostbackCarriesTheSecret')}
            checked={values.token_required}
            onChange={(event) => set('token_required', event.currentTarget.checked)}
          />
          <Switch
            label={t('postbacks.signature')}
            description={t('postbacks.thePostbackIsSignedWith')}
            checked={values.signature_required}
            onChange={(event) => set('signature_required', event.currentTarget.checked)}
          />
          <TagsInput
            label={t('postbacks.allowedAddresses')}
            description={t('postbacks.ipAddressesOrNetworksSuch')}
            placeholder={values.networks.length === 0 ? t('postbacks.typeAnAddressAndPress') : undefined}
            acceptValueOnBlur
            value={[...values.networks]}
            onChange={(networks) => set('networks', networks)}
          />
          <StatusWords value={values.status_words} onChange={(words) => set('status_words', words)} />
          {isOpen && <FormMessage message={{ tone: 'error', text: t('postbacks.anyoneWhoKnowsAClick') }} />}
          <Group justify="flex-end">
            <Button type="submit" disabled={busy}>
              {busy ? t('common.saving') : t('postbacks.saveRules')}
            </Button>
          </Group>
        </Stack>
      </form>
      <SecretsFacts secrets={setup.secrets} />
      <Group mt="md">
        <Button
          color="red"
          variant="outline"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={async () => {
            const sure = await confirmDialog({
              title: t('postbacks.replaceTheSecretsOf', { name: setup.advertiser.name }),
              text: t('postbacks.thePresentTokenAndSigning'),
              confirm: t('postbacks.replaceBoth'),
              danger: true,
            });
            if (!sure) return;
            try {
              await call(conversionRoutes.rotatePostbackSecrets, { params }, { session });
              toast.success(t('postbacks.tokenAndSigningKeyReplaced'));
            } catch (error) {
              reportError('The secrets were not replaced', error);
              toast.error(sentenceFor(error));
            }
            await reload();
          }}
        >
          {t('postbacks.replaceTokenAndKey')}
        </Button>
      </Group>
    </>
  );
}
