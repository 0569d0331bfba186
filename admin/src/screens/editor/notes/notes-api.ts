import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import type { Routes } from '../../../api/interface.ts';
import { plainText } from '../../../ui/plain-text.ts';

const path = '/platen/v1/content/{id}/notes';
const one = '/platen/v1/content/{id}/notes/{note}';

export type Note = Routes['/platen/v1/content/{id}/notes']['GET']['edit']['notes'][number];

/** A first note with everything that was said about it. */
export interface Thread {
  readonly first: Note;
  readonly answers: readonly Note[];
}

const everyMs = 20_000;

/** The notes of an item; asked for again while the page is looked at, because others write too. */
export const notesOfItem = (id: number) =>
  queryOptions({
    queryKey: ['notes', id],
    queryFn: async ({ signal }) => threadsOf((await api.get(path, { id }, signal)).notes),
    refetchInterval: everyMs,
  });

function threadsOf(notes: readonly Note[]): readonly Thread[] {
  return notes
    .filter(({ parent }) => parent === 0)
    .map((first) => ({ first, answers: notes.filter(({ parent }) => parent === first.id) }));
}

/** What a note says: it is stored as markup. */
export const textOf = ({ content }: Note): string => plainText(content.replace(/<br\s*\/?>|<\/p>/g, '\n')).trim();

export interface SentNote {
  readonly content?: string;
  readonly parent?: number;
  readonly resolved?: boolean;
  readonly mentions?: readonly number[];
}

export const writeNote = (id: number, note: SentNote) => api.post(path, { id, ...note });
export const changeNote = (id: number, note: number, content: string) => api.post(one, { id, note, content });
export const removeNote = (id: number, note: number) => api.delete(one, { id, note });

/** People who may edit the item. */
export const peopleQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: ['notes', 'people', id, search],
    queryFn: async ({ signal }) => (await api.get('/platen/v1/content/{id}/editors', { id, search }, signal)).people,
    staleTime: 60_000,
  });
