import { type InputOf, s } from '../../extension.ts';
import type { FormQuery } from './form-store.ts';

/** An argument that is not listed in discovery. */
export const silent = s.scalar({ unlisted: true });

/** What a client may send to filter forms. */
export const formListArguments = { per_page: silent, offset: silent, order: silent, orderby: silent, search: silent };

const maxPerPage = 1_000;
const orders = ['id', 'title', 'date', 'modified', 'slug'] as const satisfies readonly FormQuery['orderBy'][];

/** Parses the filter; invalid values count as not sent. */
export function readQuery(input: InputOf<typeof formListArguments>): FormQuery {
  type Name = keyof typeof formListArguments;
  const text = (name: Name) => (typeof input[name] === 'boolean' ? '' : String(input[name] ?? ''));
  const number = (name: Name) => Math.max(0, Number.parseInt(text(name), 10) || 0);
  return {
    words: text('search')
      .split(/\s+/)
      .filter((word) => word !== ''),
    orderBy: orders.find((order) => order === text('orderby').toLowerCase()) ?? 'id',
    direction: ['', 'asc'].includes(text('order').toLowerCase()) ? 'asc' : 'desc',
    limit: Math.min(number('per_page') || maxPerPage, maxPerPage),
    offset: number('offset'),
  };
}
