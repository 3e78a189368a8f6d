// Two people edited the same offer: what the other one changed, and the two ways on.
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import type { OfferRecord } from '../form/wire.ts';
import type { EditOffer } from './use-edit-offer.ts';

export function ConflictAlert({ edit, theirs }: { edit: EditOffer; theirs: OfferRecord }) {
  const [last] = theirs.history;
  const names = edit.theirChanges.join(', ');
  const box = useRef<HTMLDivElement>(null);
  // whoever pressed Save at the foot of a long form is led to where the choice is
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      mb="md"
      color="yellow"
      styles={{ title: { color: 'var(--text)' } }}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('offers.changedWhileEditing', { who: last?.actor ?? t('offers.somebodyElse') })}
    >
      {names ? t('offers.changedMeanwhile', { names }) : t('offers.whatCanBeEditedHere')} {t('offers.typedIsKept')}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={edit.keepMine}>
          {t('offers.keepBothMineOnTop')}
        </Button>
        <Button size="xs" variant="default" onClick={edit.takeTheirs}>
          {t('offers.takeTheirVersionDropMine')}
        </Button>
      </Group>
    </Alert>
  );
}
