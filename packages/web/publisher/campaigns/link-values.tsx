// The publisher's own values on a link, folded away until they are wanted.
import { Button, Collapse, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconChevronDown } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import classes from './campaigns.module.css';

const names = Array.from({ length: 15 }, (_, at) => `p${at + 1}`);

interface LinkValuesProps {
  values: Readonly<Record<string, string>>;
  set: (name: string, value: string) => void;
}

export function LinkValues({ values, set }: LinkValuesProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="transparent"
        size="compact-sm"
        px={0}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('campaigns.valuesP1ToP15')}
      </Button>
      <Collapse expanded={open} keepMounted={false}>
        <p className={classes.hint}>{t('campaigns.p1IsYourOwnClick')}</p>
        <div className={classes.values}>
          {names.map((name) => (
            <TextInput
              key={name}
              label={name}
              size="xs"
              maxLength={255}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          ))}
        </div>
      </Collapse>
    </div>
  );
}
