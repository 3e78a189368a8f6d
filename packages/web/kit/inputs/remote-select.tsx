// A select whose options come from the server by what is typed: with five thousand offers a picker shows the first
// ones and finds the rest. The chosen one keeps its name whatever the search says.
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../words/kit.ts';
import type { CallContext } from '../resource/declaration.ts';
import { useSession } from '../shell/session-context.ts';

export interface RemoteOption {
  value: string;
  label: string;
}

export interface RemoteSelectProps {
  name: string;
  label: string;
  /** the label is for listeners only: a table's head says it already */
  hideLabel?: boolean;
  help?: string;
  placeholder?: string;
  required?: boolean;
  clearable?: boolean;
  error?: boolean | string;
  disabled?: boolean;
  /** false inside a popover, which would close by a click on an option elsewhere */
  inPortal?: boolean;
  value: string;
  onChange: (value: string, option: RemoteOption | null) => void;
  /** the chosen option's name where the form opens with one */
  chosen?: RemoteOption | null;
  /** names the query cache */
  of: readonly string[];
  load: (search: string, context: CallContext) => Promise<RemoteOption[]>;
  nothing?: string;
}

/** where there is one alone, that one: nobody need be asked; null where there are none or several */
export function useOnlyOption(of: string, load: RemoteSelectProps['load']): RemoteOption | null {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['options', of, session.token, ''],
    queryFn: ({ signal }) => load('', { session, signal }),
  });
  const [one, ...others] = data ?? [];
  return one && others.length === 0 ? one : null;
}

const WAIT_MS = 200;

export function RemoteSelect(props: RemoteSelectProps) {
  const { of, load, value, onChange, chosen = null, nothing = t('common.nothingFound') } = props;
  const { session } = useSession();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<RemoteOption | null>(null);
  const current = picked?.value === value ? picked : chosen?.value === value ? chosen : null;
  // the name of what a page opens with may arrive after it
  const name = current?.label;
  useEffect(() => {
    if (name !== undefined) setSearch(name);
  }, [name]);
  const wanted = search === current?.label ? '' : search;
  const [asked] = useDebouncedValue(wanted, WAIT_MS);
  const answer = useQuery({
    queryKey: ['options', ...of, session.token, asked],
    queryFn: ({ signal }) => load(asked, { session, signal }),
  });
  // what was found for other words is no choice for these
  const isWaiting = asked !== wanted || answer.isPending;
  const found = (!isWaiting && answer.data) || [];
  const options = current && !found.some((one) => one.value === current.value) ? [current, ...found] : found;
  return (
    <Select
      name={props.name}
      label={props.hideLabel ? undefined : props.label}
      aria-label={props.hideLabel ? props.label : undefined}
      description={props.help}
      placeholder={props.placeholder}
      withAsterisk={props.required}
      error={props.error}
      disabled={props.disabled}
      searchable
      comboboxProps={{ withinPortal: props.inPortal ?? true }}
      clearable={props.clearable}
      allowDeselect={props.clearable ?? false}
      clearButtonProps={{ 'aria-label': t('common.clear', { label: props.label }) }}
      data={options}
      value={value || null}
      searchValue={search}
      onSearchChange={setSearch}
      // the server has searched already
      filter={({ options: all }) => all}
      onChange={(next, option) => {
        const one = next === null || option === null ? null : { value: next, label: option.label };
        setPicked(one);
        onChange(next ?? '', one);
      }}
      nothingFoundMessage={isWaiting ? t('inputs.loading') : answer.isError ? t('inputs.couldNotBeLoaded') : nothing}
      rightSection={isWaiting && search ? <Loader size={14} aria-hidden /> : undefined}
      maxDropdownHeight={260}
    />
  );
}
