import { useMemo } from 'react';
import { collection } from '../../api/collection.ts';
import type { Declared, Field } from '../../api/description.ts';
import { useDeclared } from '../../api/known-types.ts';
import { useMay } from '../../api/me.ts';
import type { Query } from '../../api/request.ts';
import { plainText, withoutEntities } from '../../ui/plain-text.ts';

/** Something that a relation can lead to. */
export interface Related {
  readonly id: number;
  readonly name: string;
  /** What it is, where a field leads to several kinds. */
  readonly kind: string;
}

/** Finds what a field can lead to, and names what it leads to. */
export interface RelationSource {
  readonly key: string;
  find(search: string, signal?: AbortSignal): Promise<readonly Related[]>;
  named(ids: readonly number[], signal?: AbortSignal): Promise<readonly Related[]>;
}

interface Found {
  readonly id: number;
  readonly name?: string;
  readonly title?: { readonly rendered?: string; readonly raw?: string };
}

interface Route {
  readonly path: string;
  readonly kind: string;
  readonly query: Query;
}

const mostFound = 20;
export const mostNamed = 100;

export function useRelationSource(field: Field): RelationSource {
  const declared = useDeclared();
  const may = useMay();
  return useMemo(() => relationSource(field, declared, may), [field, declared, may]);
}

type May = (capability: string) => boolean;

export function relationSource(field: Field, declared: Declared, may: May): RelationSource {
  const routes = routesOf(field, declared, may);
  const ask = async (query: Query, signal?: AbortSignal): Promise<readonly Related[]> => {
    const answers = await Promise.all(
      routes.map(async ({ path, kind, query: own }) => {
        const { items } = await collection<Found>(path).list({ ...own, ...query }, signal);
        return items.map((item) => ({ id: item.id, name: nameOf(item), kind: routes.length > 1 ? kind : '' }));
      }),
    );
    return answers.flat();
  };
  return {
    key: `relation ${field.kind} ${field.to.join(',')}`,
    find: (search, signal) => ask({ search, per_page: mostFound }, signal),
    named: (ids, signal) =>
      ids.length === 0 ? Promise.resolve([]) : ask({ include: ids.slice(0, mostNamed), per_page: mostNamed }, signal),
  };
}

function routesOf(field: Field, { types, taxonomies }: Declared, may: May): Route[] {
  const fits = ({ name }: { readonly name: string }) => field.to.length === 0 || field.to.includes(name);
  if (field.kind === 'file' || field.kind === 'image')
    return [{ path: '/wp/v2/media', kind: '', query: { context: 'view', _fields: 'id,title' } }];
  if (field.kind === 'users')
    return [{ path: '/wp/v2/users', kind: '', query: { context: 'view', _fields: 'id,name', roles: field.to } }];
  if (field.kind === 'terms')
    return taxonomies.filter(fits).map(({ rest_path: path, labels }) => ({
      path,
      kind: labels.singular_name,
      query: { context: 'view', _fields: 'id,name' },
    }));
  return types.filter(fits).map(({ rest_path: path, labels, capabilities }) => ({
    path,
    kind: labels.singular_name,
    // Whoever may edit them can also lead to what is not published yet.
    query: may(capabilities.edit)
      ? { context: 'edit', status: ['publish', 'future', 'draft', 'pending', 'private'], _fields: 'id,title' }
      : { context: 'view', _fields: 'id,title' },
  }));
}

function nameOf({ id, name, title }: Found): string {
  return withoutEntities(name ?? title?.raw ?? plainText(title?.rendered ?? '')).trim() || `#${id}`;
}
