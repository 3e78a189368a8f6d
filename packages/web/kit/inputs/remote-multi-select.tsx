// Several of many: options come from the server by what is typed. Those that are chosen keep their names whatever the search says.
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../words/kit.ts';
import type { FindOptions, Option } from '../form/form-declaration.ts';
import { useSession } from '../shell/session-context.ts';

interface RemoteMultiSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  /** names the query cache */
  of: string;
  load: FindOptions;
  /** names of what the form opens with */
  known: readonly Option[];
  value: string[];
  onChange: (value: string[]) => void;
}

const WAIT_MS = 200;

export function RemoteMultiSelect({ of, load, known, value, onChange, ...props }: RemoteMultiSelectProps) {
  const { session } = useSession();
  const [search, setSearch] = useState('');
  const [seen, setSeen] = useState<readonly Option[]>(known);
  const [asked] = useDebouncedValue(search, WAIT_MS);
  const { data: found = [] } = useQuery({
    queryKey: ['options', of, session.token, asked],
    queryFn: ({ signal }) => load(asked, { session, signal }),
    placeholderData: keepPreviousData,
  });
  const chosen = seen.filter((one) => value.includes(one.value));
  const others = found.filter((one) => !value.includes(one.value));
  return (
    <MultiSelect
      {...props}
      data={[...chosen, ...others]}
      // the server has searched already
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      hidePickedOptions
      nothingFoundMessage={t('common.nothingFound')}
      value={value}
      onChange={(next) => {
        setSeen([...chosen, ...others].filter((one) => next.includes(one.value)));
        onChange(next);
      }}
    />
  );
}
