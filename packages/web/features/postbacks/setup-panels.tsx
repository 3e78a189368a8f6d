// What an advertiser pastes into its own systems: the account manager's Postback screen and the advertiser's own show it.
import { Button, Group, Select, Skeleton } from '@mantine/core';
import type { PostbackSetup } from '@tributary/contract/conversions/conversions';
import { useState } from 'react';
import type { z } from 'zod';
import type { GuideSection } from '../../kit/guide/guide-page.tsx';
import { Snippet } from '../../kit/guide/snippet.tsx';
import details from '../../kit/log-page/details.module.css';
import { relativeDate } from '../../ui/format.ts';
import { IconEye, IconEyeOff, IconInfoCircle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './setup.module.css';

export type Setup = z.output<typeof PostbackSetup>;

interface SnippetsPanelProps {
  setup: Setup;
  offerId: string;
  /** the snippets of this offer are on their way: those of the last one are not shown for them */
  pending: boolean;
  onOffer: (id: string) => void;
}

export const snippetsSection = (props: SnippetsPanelProps): GuideSection => ({
  id: 'snippets',
  title: t('postbacks.snippets'),
  text: t('postbacks.replaceTheWordsInCapitals'),
  body: <SnippetsPanel {...props} />,
});

function SnippetsPanel({ setup, offerId, pending, onOffer }: SnippetsPanelProps) {
  const [shown, setShown] = useState(false);
  const { snippets, offers, secrets, auth } = setup;
  const offer = offers.find(({ id }) => id === offerId);
  const goals = offer?.goals.filter(Boolean) ?? [];
  const secret = shown ? undefined : secrets.token;
  return (
    <>
      <Group align="flex-end" mb="md">
        <Select
          label={t('postbacks.offer')}
          placeholder={t('postbacks.anyOffer')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('postbacks.clearOffer') }}
          w={320}
          maw="100%"
          data={offers.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
          value={offerId || null}
          onChange={(id) => onOffer(id ?? '')}
        />
        {auth.token_required && (
          <Button
            variant="default"
            leftSection={shown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
            onClick={() => setShown(!shown)}
          >
            {shown ? t('postbacks.hideTheToken') : t('postbacks.showTheToken')}
          </Button>
        )}
      </Group>
      {offer?.conversion_tracking === 'Server Postback' && (
        <p className={classes.note}>
          <IconInfoCircle size={18} aria-hidden />
          {t('postbacks.onlyServerPostbacks')}
        </p>
      )}
      {pending ? <Skeleton height={520} /> : <Snippets snippets={snippets} secret={secret} />}
      {goals.length > 0 && (
        <p>{t('postbacks.goalsOfThisOffer', { goals: goals.map((goal) => `goal=${goal}`).join(', ') })}</p>
      )}
    </>
  );
}

function Snippets({ snippets, secret }: Pick<Setup, 'snippets'> & { secret: string | undefined }) {
  return (
    <>
      <Snippet
        title={t('postbacks.serverPostback')}
        help={t('postbacks.yourServerCallsThisAddress')}
        text={snippets.server}
        secret={secret}
      />
      <Snippet title={t('postbacks.imagePixel')} help={t('postbacks.onThePageThatA')} text={snippets.image} />
      <Snippet title={t('postbacks.iframePixel')} help={t('postbacks.theSameAsAFrame')} text={snippets.iframe} />
      <Snippet title={t('postbacks.tagManager')} help={t('postbacks.asACustomHtmlTag')} text={snippets.tag_manager} />
    </>
  );
}

export function SecretsFacts({ secrets }: Pick<Setup, 'secrets'>) {
  const [shown, setShown] = useState(false);
  const hide = (text: string) => (shown ? undefined : text);
  return (
    <>
      <Snippet
        title={t('postbacks.token')}
        help={t('postbacks.goesWithEveryServerPostback')}
        text={secrets.token}
        secret={hide(secrets.token)}
      />
      <Snippet
        title={t('postbacks.signingKey')}
        help={t('postbacks.signsAPostbackInsteadOf')}
        text={secrets.signing_key}
        secret={hide(secrets.signing_key)}
      />
      <Group gap="sm" mt="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={shown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('postbacks.hideBoth') : t('postbacks.showBoth')}
        </Button>
        {secrets.rotated_at !== null && (
          <span>{t('postbacks.replaced', { rotatedAt: relativeDate(secrets.rotated_at) })}</span>
        )}
      </Group>
    </>
  );
}

export const parametersSection = ({ parameters }: Pick<Setup, 'parameters'>): GuideSection => ({
  id: 'parameters',
  title: t('common.parameters'),
  text: t('postbacks.whatAPostbackUnderstandsAnything'),
  body: <Parameters parameters={parameters} />,
});

const Parameters = ({ parameters }: Pick<Setup, 'parameters'>) => (
  <table className={details.table}>
    <thead>
      <tr>
        <th>{t('common.name')}</th>
        <th>{t('postbacks.meaning')}</th>
      </tr>
    </thead>
    <tbody>
      {parameters.map(({ name, required, description }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td>
            {required ? t('postbacks.required', { description: saidByServer(description) }) : saidByServer(description)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
