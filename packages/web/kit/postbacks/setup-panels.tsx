// What an advertiser pastes into its own systems: the account manager's Postback screen and the advertiser's own show it.
import { Button, Group, Select, Skeleton } from '@mantine/core';
import type { PostbackSetup } from '@tributary/contract/conversions';
import { useState } from 'react';
import type { z } from 'zod';
import { relativeDate } from '../../ui/format.ts';
import { IconEye, IconEyeOff, IconInfoCircle } from '../../ui/icons.ts';
import details from '../log-page/details.module.css';
import classes from './setup.module.css';
import { Snippet } from './snippet.tsx';

export type Setup = z.output<typeof PostbackSetup>;

interface SnippetsPanelProps {
  setup: Setup;
  offerId: string;
  /** the snippets of this offer are on their way: those of the last one are not shown for them */
  pending: boolean;
  onOffer: (id: string) => void;
}

export function SnippetsPanel({ setup, offerId, pending, onOffer }: SnippetsPanelProps) {
  const [shown, setShown] = useState(false);
  const { snippets, offers, secrets, auth } = setup;
  const offer = offers.find(({ id }) => id === offerId);
  const goals = offer?.goals.filter(Boolean) ?? [];
  const secret = shown ? undefined : secrets.token;
  return (
    <section className={classes.panel} aria-label="Snippets">
      <h2>Snippets</h2>
      <p>Replace the words in capitals with your own values. With an offer chosen they fit that offer.</p>
      <Group align="flex-end" mb="md">
        <Select
          label="Offer"
          placeholder="Any offer"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Offer' }}
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
            {shown ? 'Hide the token' : 'Show the token'}
          </Button>
        )}
      </Group>
      {offer?.conversion_tracking === 'Server Postback' && (
        <p className={classes.note}>
          <IconInfoCircle size={18} aria-hidden />
          This offer is tracked by server postbacks. Pixels are refused until its conversion tracking is changed.
        </p>
      )}
      {pending ? <Skeleton height={520} /> : <Snippets snippets={snippets} secret={secret} />}
      {goals.length > 0 && (
        <p>
          Goals of this offer: {goals.map((goal) => `goal=${goal}`).join(', ')}; without goal the default one is meant.
        </p>
      )}
    </section>
  );
}

function Snippets({ snippets, secret }: Pick<Setup, 'snippets'> & { secret: string | undefined }) {
  return (
    <>
      <Snippet
        title="Server postback"
        help="Your server calls this address when a conversion happens. The safest way: nothing depends on the visitor’s browser."
        text={snippets.server}
        secret={secret}
      />
      <Snippet
        title="Image pixel"
        help="On the page that a visitor sees after converting. It finds the click by a cookie, or by click_id if you add it."
        text={snippets.image}
      />
      <Snippet
        title="Iframe pixel"
        help="The same as a frame, for pages that allow no images of others."
        text={snippets.iframe}
      />
      <Snippet
        title="Tag manager"
        help="As a custom HTML tag, fired on the page after the conversion. Put your own variables in place of the double braces."
        text={snippets.tag_manager}
      />
    </>
  );
}

export function SecretsFacts({ secrets }: Pick<Setup, 'secrets'>) {
  const [shown, setShown] = useState(false);
  const hide = (text: string) => (shown ? undefined : text);
  return (
    <>
      <Snippet
        title="Token"
        help="Goes with every server postback as token=…"
        text={secrets.token}
        secret={hide(secrets.token)}
      />
      <Snippet
        title="Signing key"
        help="Signs a postback instead of, or besides, the token. It never travels."
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
          {shown ? 'Hide both' : 'Show both'}
        </Button>
        {secrets.rotated_at !== null && <span>{`Replaced ${relativeDate(secrets.rotated_at)}`}</span>}
      </Group>
    </>
  );
}

export const ParametersPanel = ({ parameters }: Pick<Setup, 'parameters'>) => (
  <section className={classes.panel} aria-label="Parameters">
    <h2>Parameters</h2>
    <p>What a postback understands. Anything else is kept with it and can be searched in the log.</p>
    <table className={details.table}>
      <thead>
        <tr>
          <th>Name</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, required, description }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{required ? `${description}. Required.` : description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
