// A text to take along: shown whole, copied with one press.
import { ActionIcon, Input, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { copyText } from '../copy-text.ts';
import classes from './copy-line.module.css';

export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.line}>
        <code className={classes.text}>{text}</code>
        <CopyIcon text={text} label={t('inputs.copy', { label: label.toLowerCase() })} />
      </div>
    </Input.Wrapper>
  );
}

const COPIED_MS = 1500;

export function CopyIcon({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Tooltip label={copied ? t('inputs.copied') : label} withArrow>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        size={32}
        onClick={async () => setCopied(await copyText(text))}
        aria-label={label}
      >
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
