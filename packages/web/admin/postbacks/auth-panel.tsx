// How an advertiser's postbacks must prove themselves: token, signature, addresses; and new secrets when one got out.
import { Button, Group, SimpleGrid, Stack, Switch, TagsInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { conversionRoutes } from '@tributary/contract/conversions';
import { ownMeanings } from '@tributary/contract/receipt-rules';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { KeptTypingAlert } from '../../kit/form/kept-work-alert.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import classes from '../../kit/postbacks/setup.module.css';
import { SecretsFacts, type Setup } from '../../kit/postbacks/setup-panels.tsx';
import { reportError } from '../../kit/report-error.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { toast } from '../../kit/toast.tsx';
import { IconRefresh } from '../../ui/icons.ts';

export const SETUP = 'postback-setup';

type OwnWords = Setup['auth']['status_words'];
const meanings = { approved: 'Approved', pending: 'Pending', rejected: 'Rejected', refund: 'Refund' } as const;

/** what this advertiser's own system calls a status; the usual words are known anyway */
function StatusWords({ value, onChange }: { value: OwnWords; onChange: (words: OwnWords) => void }) {
  const wordsOf = (meaning: string) => Object.keys(value).filter((word) => value[word] === meaning);
  const change = (meaning: (typeof ownMeanings)[number], words: readonly string[]) => {
    const others = Object.entries(value).filter(([word, means]) => means !== meaning && !words.includes(word));
    onChange(Object.fromEntries([...others, ...words.map((word): [string, typeof meaning] => [word, meaning])]));
  };
  return (
    <fieldset className={classes.words}>
      <legend>Status words of its own</legend>
      <p>
        The usual words, such as confirmed, cancelled and chargeback, are known. What its system says beyond them is
        parked until it stands here; replay what was parked from Advertiser Postback Logs.
      </p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {ownMeanings.map((meaning) => (
          <TagsInput
            key={meaning}
            label={meanings[meaning]}
            placeholder={wordsOf(meaning).length === 0 ? 'Type a word and press Enter' : undefined}
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
      toast.success('Saved. The trackers have it within two seconds.');
      await reload();
      return undefined;
    },
  });
  const { values, set, busy } = form;
  const isOpen = !values.token_required && !values.signature_required && values.networks.length === 0;
  return (
    <section className={classes.panel} aria-label="Who may send">
      <h2>Who may send</h2>
      <p>
        {`Postbacks of ${setup.advertiser.name} must prove themselves in every way that is switched on. Pixels are loaded by visitors and carry no secret.`}
      </p>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <KeptTypingAlert kept={form.kept} />
          <FormMessage message={form.message} />
          <Switch
            label="Token"
            description="The postback carries the secret token below."
            checked={values.token_required}
            onChange={(event) => set('token_required', event.currentTarget.checked)}
          />
          <Switch
            label="Signature"
            description="The postback is signed with the signing key and carries its time."
            checked={values.signature_required}
            onChange={(event) => set('signature_required', event.currentTarget.checked)}
          />
          <TagsInput
            label="Allowed addresses"
            description="IP addresses or networks such as 192.0.2.0/24. Empty: from anywhere."
            placeholder={values.networks.length === 0 ? 'Type an address and press Enter' : undefined}
            acceptValueOnBlur
            value={[...values.networks]}
            onChange={(networks) => set('networks', networks)}
          />
          <StatusWords value={values.status_words} onChange={(words) => set('status_words', words)} />
          {isOpen && (
            <FormMessage message={{ tone: 'error', text: 'Anyone who knows a click id could report a conversion.' }} />
          )}
          <Group justify="flex-end">
            <Button type="submit" disabled={busy}>
              {busy ? 'Saving...' : 'Save rules'}
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
              title: `Replace the secrets of ${setup.advertiser.name}?`,
              text: 'The present token and signing key stop working at once. Postbacks are refused, and kept for replay, until the advertiser uses the new ones.',
              confirm: 'Replace both',
              danger: true,
            });
            if (!sure) return;
            try {
              await call(conversionRoutes.rotatePostbackSecrets, { params }, { session });
              toast.success('Token and signing key replaced.');
            } catch (error) {
              reportError('The secrets were not replaced', error);
              toast.error(sentenceFor(error));
            }
            await reload();
          }}
        >
          Replace token and key
        </Button>
      </Group>
    </section>
  );
}
