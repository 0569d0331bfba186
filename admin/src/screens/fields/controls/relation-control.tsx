import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RemoteSelect } from '../../../ui/remote-select.tsx';
import { useOwnWords } from '../../../words/words.tsx';
import { Composite } from '../composite.tsx';
import { around, type ControlProps, numberOf } from '../control.ts';
import { OrderedList } from '../ordered-list.tsx';
import { rowsOf } from '../paths.ts';
import { type Related, type RelationSource, useRelationSource } from '../relation-source.ts';
import { fieldWords } from '../words.ts';

/** Other items, terms or users: one, or several in an order. */
export function RelationControl(props: ControlProps) {
  const source = useRelationSource(props.field);
  return props.field.multiple ? <Several {...props} source={source} /> : <One {...props} source={source} />;
}

interface SourcedProps extends ControlProps {
  readonly source: RelationSource;
}

function One({ source, ...props }: SourcedProps) {
  const own = useOwnWords(fieldWords);
  const id = numberOf(props.value);
  const { label, ...look } = around(props);
  return (
    <RemoteSelect
      {...look}
      label={label}
      isField
      readOnly={props.field.readonly}
      queryKey={source.key}
      value={id > 0 ? String(id) : null}
      onChange={(value) => props.change(Number(value ?? 0))}
      find={async (search, signal) => (await source.find(search, signal)).map(choice)}
      name={async (value, signal) => {
        const [found] = await source.named([Number(value)], signal);
        return found ? choice(found) : { value, label: own.gone(Number(value)) };
      }}
    />
  );
}

function Several({ source, ...props }: SourcedProps) {
  const { field, value, change } = props;
  const own = useOwnWords(fieldWords);
  const ids = rowsOf(value).map(numberOf);
  const named = useQuery({
    queryKey: [source.key, 'named', ids.toSorted((one, other) => one - other)],
    queryFn: ({ signal }) => source.named(ids, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const known = new Map(named.data?.map((one) => [one.id, one]));
  const nameOf = (id: number) => known.get(id)?.name ?? (named.isSuccess ? own.gone(id) : `#${id}`);
  const isFull = field.max_items !== null && ids.length >= field.max_items;
  return (
    <Composite {...props}>
      <OrderedList
        ids={ids}
        change={change}
        isReadOnly={field.readonly}
        nameOf={nameOf}
        show={(id) => <RelatedName name={nameOf(id)} kind={known.get(id)?.kind ?? ''} />}
      />
      {!field.readonly && !isFull && (
        <RemoteSelect
          // Emptied by each choice.
          key={ids.length}
          label={`${own.add}: ${field.label}`}
          placeholder={own.add}
          isWide
          queryKey={source.key}
          value={null}
          onChange={(id) => id && change([...ids, Number(id)])}
          find={async (search, signal) =>
            (await source.find(search, signal)).filter(({ id }) => !ids.includes(id)).map(choice)
          }
          name={async (id) => ({ value: id, label: nameOf(Number(id)) })}
        />
      )}
    </Composite>
  );
}

function RelatedName({ name, kind }: Pick<Related, 'name' | 'kind'>) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Text size="sm" truncate>
        {name}
      </Text>
      {kind && (
        <Text size="xs" c="dimmed">
          {kind}
        </Text>
      )}
    </Group>
  );
}

const choice = ({ id, name, kind }: Related) => ({ value: String(id), label: kind ? `${name} (${kind})` : name });
