import { Button, Group } from '@mantine/core';
import type { Domain } from '@tributary/contract/settings/domains';
import { useState } from 'react';
import { CopyIcon } from '../../../kit/inputs/copy-line.tsx';
import { Card } from '../../../kit/settings/card.tsx';
import { dateTime } from '../../../ui/format.ts';
import { IconCheck } from '../../../ui/icons.ts';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { saidByServer } from '../../../words/said.ts';
import classes from './domains.module.css';

const states: Record<Domain['state'], { label: string; tone: Tone }> = {
  pending: { label: t('domains.pending'), tone: 'warn' },
  verified: { label: t('domains.verified'), tone: 'good' },
  lost: { label: t('domains.lost'), tone: 'bad' },
};

interface DomainCardProps {
  domain: Domain;
  mayWrite: boolean;
  check: () => Promise<void>;
  makeDefault: () => Promise<void>;
  remove: () => Promise<void>;
}

export function DomainCard({ domain, mayWrite, check, makeDefault, remove }: DomainCardProps) {
  const [busy, setBusy] = useState(false);
  const press = (verb: () => Promise<void>) => async () => {
    setBusy(true);
    await verb();
    setBusy(false);
  };
  const state = states[domain.state];
  const kind = domain.kind === 'portal' ? t('domains.portal') : t('domains.tracking');
  const punycode = domain.host === domain.shown ? '' : ` (${domain.host})`;
  return (
    <Card
      title={`${domain.shown}${punycode}`}
      note={`${kind}${domain.is_default ? ` · ${t('domains.default')}` : ''} · ${
        domain.checked_at === null
          ? t('domains.notChecked')
          : t('domains.checkedAt', { at: dateTime(domain.checked_at) })
      }`}
      action={<StatusBadge status={state.label} tone={state.tone} />}
    >
      <ul className={classes.records}>
        {domain.records.map((record) => (
          <RecordLine key={record.type} record={record} />
        ))}
      </ul>
      {mayWrite && (
        <Group gap="xs" mt="md">
          <Button size="xs" onClick={press(check)} disabled={busy}>
            {busy ? t('domains.checking') : t('domains.check')}
          </Button>
          {domain.state === 'verified' && !domain.is_default && (
            <Button size="xs" variant="default" onClick={press(makeDefault)} disabled={busy}>
              {t('domains.makeDefault')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={press(remove)} disabled={busy}>
            {t('domains.remove')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function RecordLine({ record }: { record: Domain['records'][number] }) {
  const { type, name, value, state, found, advice } = record;
  const isOk = state === 'ok';
  return (
    <li className={classes.record}>
      <div className={classes.wanted}>
        <b>{type}</b>
        <Copied label={t('domains.recordName')} text={name} />
        <Copied label={t('domains.recordValue')} text={value} />
      </div>
      <p className={classes.said} data-ok={isOk || undefined}>
        {isOk ? (
          <>
            <IconCheck size={16} aria-hidden /> {t('domains.found')}
          </>
        ) : (
          saidByServer(advice)
        )}
        {!isOk && found.length > 0 && <span>{t('domains.foundInstead', { found: found.join(', ') })}</span>}
      </p>
    </li>
  );
}

const Copied = ({ label, text }: { label: string; text: string }) => (
  <span className={classes.copied}>
    <span className={classes.label}>{label}</span>
    <code>{text}</code>
    <CopyIcon text={text} label={t('domains.copy', { label })} />
  </span>
);
