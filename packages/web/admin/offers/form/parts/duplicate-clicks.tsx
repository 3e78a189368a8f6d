// What happens to a second click within the unique-click duration.
import { Switch } from '@mantine/core';
import { useOffer } from '../form-context.ts';

export function DuplicateClicks() {
  const { draft, set } = useOffer();
  const refuses = draft.duplicate_click_action === 'refuse';
  return (
    <Switch
      name="duplicate_click_action"
      label="Duplicate click action"
      description={
        refuses
          ? 'On: a repeated click is refused and goes to the fallback.'
          : 'Off: a repeated click goes through and is counted as not unique.'
      }
      checked={refuses}
      onChange={(event) => set('duplicate_click_action', event.currentTarget.checked ? 'refuse' : 'count')}
    />
  );
}
