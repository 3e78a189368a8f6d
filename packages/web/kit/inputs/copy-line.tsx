// A text to take along: shown whole, copied with one press.
import { ActionIcon, CopyButton, Input, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import classes from './copy-line.module.css';

export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.line}>
        <code className={classes.text}>{text}</code>
        <CopyIcon text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </Input.Wrapper>
  );
}

export function CopyIcon({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label} withArrow>
          <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} size={32} onClick={copy} aria-label={label}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
