// One publisher, or all of them.
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../../kit/api/api.ts';
import { type RemoteOption, RemoteSelect } from '../../../kit/inputs/remote-select.tsx';
import { t } from '../../../words/admin.ts';

interface PublisherSelectProps {
  label: string;
  hideLabel?: boolean;
  placeholder?: string;
  value: string;
  chosenName?: string | null;
  error?: string | undefined;
  onChange: (id: string, option: RemoteOption | null) => void;
}

export function PublisherSelect({
  label,
  hideLabel,
  placeholder,
  value,
  chosenName,
  error,
  onChange,
}: PublisherSelectProps) {
  return (
    <RemoteSelect
      name="publisher_id"
      label={label}
      hideLabel={hideLabel}
      placeholder={placeholder}
      clearable
      value={value}
      onChange={onChange}
      error={error}
      chosen={chosenName ? { value, label: chosenName } : null}
      of={['publisher']}
      load={async (q, context) => {
        const { rows } = await call(offerRoutes.offerChoices, { query: { kind: 'publisher', q } }, context);
        return rows.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }));
      }}
      nothing={t('offers.noPublisherIsCalledSo')}
    />
  );
}
