// How calls are read otherwise: each near miss with what it may mean, tried out before it is saved.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { type NumberFormat, type ReceiptText, receiptTexts } from '@tributary/contract/tracker/receipt-rules';
import {
  type Suggestion,
  type UnmatchedDetails,
  type UnmatchedPreview,
  unmatchedRoutes,
} from '@tributary/contract/trust/unmatched';
import { useState } from 'react';
import { outcomeText } from '../../features/postbacks/receipt-words.ts';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { count, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { formatWords } from './words.ts';

const NONE = '-';
const DEFAULT_GOAL = '(default)';
const ALL_OFFERS = 'all';

const isText = (word: string): word is ReceiptText => receiptTexts.some((one) => one === word);
const keyOf = ({ kind, theirs }: Suggestion): string => `${kind} ${theirs}`;

interface Fix {
  offer_id: string | null;
  parameters: Record<string, ReceiptText>;
  goals: Record<string, string>;
  number_format: NumberFormat | null;
}

export function FixForm({ group, reload }: { group: UnmatchedDetails; reload: () => Promise<void> }) {
  const { session } = useSession();
  const may = useMay();
  const near = group.near_misses.filter(({ theirs }) => theirs !== '');
  const [meant, setMeant] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(near.map((one) => [keyOf(one), one.ours ?? NONE])),
  );
  const [place, setPlace] = useState(ALL_OFFERS);
  const [preview, setPreview] = useState<UnmatchedPreview | null>(null);
  const [busy, setBusy] = useState<'preview' | 'fix' | null>(null);
  if (near.length === 0 || !group.advertiser || !may(unmatchedRoutes.fixUnmatched)) return null;

  const fix = (): Fix => {
    const made: Fix = { offer_id: place === ALL_OFFERS ? null : place, parameters: {}, goals: {}, number_format: null };
    for (const one of near) {
      const word = meant[keyOf(one)] ?? NONE;
      if (word === NONE) continue;
      if (one.kind === 'parameter' && isText(word)) made.parameters[one.theirs] = word;
      if (one.kind === 'goal') made.goals[one.theirs] = word === DEFAULT_GOAL ? '' : word;
      if (one.kind === 'number_format' && (word === 'point' || word === 'comma')) made.number_format = word;
    }
    return made;
  };
  const isEmpty = near.every((one) => (meant[keyOf(one)] ?? NONE) === NONE);
  const run = async (what: 'preview' | 'fix') => {
    setBusy(what);
    try {
      const params = { id: group.id };
      if (what === 'preview') {
        const body = { fix: isEmpty ? null : fix(), trust_sender: false };
        setPreview(await call(unmatchedRoutes.previewUnmatched, { params, body }, { session }));
      } else {
        await call(unmatchedRoutes.fixUnmatched, { params, body: fix() }, { session });
        toast.success(t('unmatched.saved'));
        await reload();
      }
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    setBusy(null);
  };
  return (
    <Section title={t('unmatched.readOtherwise')}>
      <Stack gap="sm">
        <Text size="sm">{t('unmatched.readOtherwiseHelp')}</Text>
        {near.map((one) => (
          <Select
            key={keyOf(one)}
            label={labelOf(one)}
            description={t(one.certain ? 'unmatched.certain' : 'unmatched.guess', { count: one.calls })}
            data={optionsOf(one, group)}
            allowDeselect={false}
            value={meant[keyOf(one)] ?? NONE}
            onChange={(word) => {
              setPreview(null);
              setMeant({ ...meant, [keyOf(one)]: word ?? NONE });
            }}
          />
        ))}
        <Select
          label={t('unmatched.where')}
          data={[
            { value: ALL_OFFERS, label: t('unmatched.allOffers', { name: group.advertiser.name }) },
            ...group.offers.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` })),
          ]}
          allowDeselect={false}
          value={place}
          onChange={(next) => {
            setPreview(null);
            setPlace(next ?? ALL_OFFERS);
          }}
        />
        <Group gap="xs">
          <Button variant="default" loading={busy === 'preview'} onClick={() => void run('preview')}>
            {t('unmatched.preview')}
          </Button>
          <Button disabled={isEmpty} loading={busy === 'fix'} onClick={() => void run('fix')}>
            {t('unmatched.saveFix')}
          </Button>
        </Group>
        {preview && <Previewed preview={preview} />}
      </Stack>
    </Section>
  );
}

function labelOf({ kind, theirs }: Suggestion): string {
  if (kind === 'parameter') return t('unmatched.parameterIs', { theirs });
  return kind === 'goal' ? t('unmatched.goalIs', { theirs }) : t('unmatched.amountIs', { theirs });
}

function optionsOf({ kind, others, ours, offer }: Suggestion, { offers }: UnmatchedDetails) {
  const none = { value: NONE, label: t('unmatched.leave') };
  if (kind === 'parameter') return [none, ...receiptTexts.map((value) => ({ value, label: value }))];
  if (kind === 'number_format') {
    return [none, ...(['point', 'comma'] as const).map((value) => ({ value, label: formatWords[value] }))];
  }
  const tokens = offers.flatMap(({ id, goals }) => (offer === null || offer.id === id ? goals : []));
  const named = [...new Set([...(ours === null ? [] : [ours]), ...others, ...tokens])].filter((token) => token !== '');
  return [
    none,
    ...named.map((value) => ({ value, label: value })),
    { value: DEFAULT_GOAL, label: t('unmatched.defaultGoal') },
  ];
}

export function Previewed({ preview }: { preview: UnmatchedPreview }) {
  const { total, tried, recorded, duplicate, refused, refusals, amounts } = preview;
  return (
    <div role="status">
      <Text size="sm">
        {tried < total
          ? t('unmatched.triedSome', { tried: count(tried), total: count(total) })
          : t('unmatched.triedAll', { count: tried })}
      </Text>
      <Facts
        facts={[
          [t('unmatched.recorded'), count(recorded)],
          [t('unmatched.duplicate'), count(duplicate)],
          [t('unmatched.refused'), count(refused)],
          ...amounts.flatMap(({ currency, revenue, payout }) => [
            [t('unmatched.revenueIn', { currency }), revenue && money(revenue, currency)] as const,
            [t('unmatched.payoutIn', { currency }), money(payout, currency)] as const,
          ]),
          ...refusals.map(({ outcome, calls }) => [said(outcomeText({ outcome })), count(calls)] as const),
        ]}
      />
    </div>
  );
}
