import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Field } from '../../api/description.ts';
import { useDeclared } from '../../api/known-types.ts';
import { useMay } from '../../api/me.ts';
import type { Values } from './form-state.ts';
import { mostNamed, relationSource } from './relation-source.ts';

/** How many names a cell shows of a longer list. */
const mostShown = 3;

const leading = new Set<Field['kind']>(['posts', 'terms', 'users', 'file', 'image']);

/** The names of what fields lead to, by the name of the field. */
type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

const NamesContext = createContext<Names>(new Map());

interface RelationNamesProps {
  readonly fields: readonly Field[];
  /** The values of all rows that are shown. */
  readonly rows: readonly (Values | undefined)[];
  readonly children: ReactNode;
}

/** Names what the fields of a list lead to; each field asks once for all rows. */
export function RelationNames({ fields, rows, children }: RelationNamesProps) {
  const declared = useDeclared();
  const may = useMay();
  const relations = useMemo(
    () =>
      fields
        .filter(({ kind }) => leading.has(kind))
        .map((field) => ({ field, source: relationSource(field, declared, may), ids: idsIn(field, rows) })),
    [fields, rows, declared, may],
  );
  const found = useQueries({
    queries: relations.map(({ source, ids }) => ({
      queryKey: [source.key, 'named', ids],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => source.named(ids, signal),
      enabled: ids.length > 0,
      staleTime: 60_000,
    })),
  });
  const names: Names = new Map(
    relations.map(({ field }, at) => [field.name, new Map((found[at]?.data ?? []).map(({ id, name }) => [id, name]))]),
  );
  return <NamesContext value={names}>{children}</NamesContext>;
}

/** The value of a relation in words; what has no name, or none that this account may read, is its number. */
export function useRelationText(field: Field, value: unknown): string {
  const names = useContext(NamesContext).get(field.name);
  const ids = shownIds(value);
  const rest = [value].flat().length - ids.length;
  return [...ids.map((id) => names?.get(id) ?? `#${id}`), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

function idsIn({ name }: Field, rows: readonly (Values | undefined)[]): number[] {
  const ids = rows.flatMap((row) => shownIds(row?.[name]));
  return [...new Set(ids)].sort((a, b) => a - b).slice(0, mostNamed);
}

const shownIds = (value: unknown): number[] =>
  [value]
    .flat()
    .filter((id): id is number => typeof id === 'number' && id > 0)
    .slice(0, mostShown);
