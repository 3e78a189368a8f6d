// Two people edited the same offer: what the other one changed, and the two ways on.
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { fieldLabel } from '../form/field-label.ts';
import type { OfferRecord } from '../form/wire.ts';
import type { EditOffer } from './use-edit-offer.ts';

export function ConflictAlert({ edit, theirs }: { edit: EditOffer; theirs: OfferRecord }) {
  const [last] = theirs.history;
  const names = edit.theirChanges.map(fieldLabel).join(', ');
  return (
    <Alert
      role="alert"
      mb="md"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`${last?.actor ?? 'Somebody else'} changed this offer while you were editing`}
    >
      {names ? `Changed meanwhile: ${names}.` : 'The form’s own fields are the same in both versions.'}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={edit.keepMine}>
          Keep both, mine on top
        </Button>
        <Button size="xs" variant="default" onClick={edit.takeTheirs}>
          Take their version
        </Button>
      </Group>
    </Alert>
  );
}
