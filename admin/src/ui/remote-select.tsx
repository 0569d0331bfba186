import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface RemoteSelectProps
  extends Pick<SelectProps, 'id' | 'description' | 'error' | 'withAsterisk' | 'readOnly' | 'placeholder'> {
  /** The name of the control; of a filter only what stands in it while nothing is chosen, of a field also above it. */
  readonly label: string;
  readonly isField?: boolean;
  /** Whether it takes all the room there is, as fields do. */
  readonly isWide?: boolean;
  readonly queryKey: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Choices for typed words, the first ones for none. */
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** The choice with this value, when it is not among those that were found. */
  readonly name: (value: string, signal: AbortSignal) => Promise<Choice>;
}

/** A choice among more than fit into one list: the server looks for what is typed. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { label, isField = false, isWide = isField, queryKey, value, onChange, find, name, ...look } = props;
  const [typed, setTyped] = useState('');
  const [isOpened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed, 250);
  const found = useQuery({
    queryKey: [queryKey, 'choices', search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: isOpened,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const chosen = useQuery({
    queryKey: [queryKey, 'choice', value],
    queryFn: ({ signal }) => name(value ?? '', signal),
    enabled: value !== null,
    staleTime: 60_000,
  });
  const isListed = found.data?.some((choice) => choice.value === value) ?? false;
  const data = [...(chosen.data && value !== null && !isListed ? [chosen.data] : []), ...(found.data ?? [])];
  return (
    <Select
      {...(isField ? { label } : { 'aria-label': label, placeholder: label })}
      {...look}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      // The server has looked already; what it found is all shown.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      rightSection={found.isFetching ? <Loader size={16} /> : undefined}
      maxDropdownHeight={300}
      w={isWide ? '100%' : { base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 180 }}
    />
  );
}
