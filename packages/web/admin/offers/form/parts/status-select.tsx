// The offer's state. A new offer starts with "Approve", which makes it active at once.
import { Select } from '@mantine/core';
import { useOffer } from '../form-context.ts';
import { statusesOf } from '../statuses.ts';

export function StatusSelect() {
  const { draft, set, mode } = useOffer();
  return (
    <Select
      name="status"
      label="Status"
      description={mode === 'create' ? 'Approve makes it active at once.' : 'Only an active offer takes traffic.'}
      data={statusesOf(mode)}
      allowDeselect={false}
      value={draft.status}
      onChange={(status) => status && set('status', status)}
    />
  );
}
