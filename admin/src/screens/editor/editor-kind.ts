import { useMemo } from 'react';
import { type Collection, collection } from '../../api/collection.ts';
import { send } from '../../api/request.ts';
import type { Words } from '../../words/en.ts';
import { type ContentKind, useContentKind } from '../content/content-kind.ts';
import { type EditedItem, type FieldName, fieldNames, type Written } from './fields.ts';

export interface Loaded {
  readonly item: EditedItem;
  /** The tag of the state that was loaded; a change is refused when it is not the state any more. */
  readonly tag: string | null;
}

/** A type of content as the editor needs it. */
export interface EditorKind extends Pick<ContentKind, 'key' | 'type' | 'taxonomies' | 'words'> {
  readonly items: Collection<EditedItem>;
  readonly newTitle: (words: Words) => string;
  /** What its items have of the fields of the editor. */
  readonly names: readonly FieldName[];
  load(id: number, signal?: AbortSignal): Promise<Loaded>;
  /** Newest first, without their texts. */
  revisions(parent: number, signal: AbortSignal): Promise<readonly RevisionFacts[]>;
  revision(parent: number, id: number, signal: AbortSignal): Promise<Revision>;
}

export interface RevisionFacts {
  readonly id: number;
  readonly author: number;
  readonly modified: string;
  readonly slug: string;
}

/** What a revision keeps; fields that it does not know of are not there. */
export interface Revision extends Written {
  readonly id: number;
}

export function editorKindOf(kind: ContentKind): EditorKind {
  const { key, type, taxonomies, words } = kind;
  const items: Collection<EditedItem> = collection(type.rest_path);
  const revisionsOf = (parent: number) => `${type.rest_path}/${parent}/revisions`;
  const facts = { context: 'edit', _fields: 'id,author,modified,slug' };
  return {
    key,
    type,
    taxonomies,
    items,
    words,
    newTitle: (all) => words(all).new,
    names: fieldNames(type),
    load: (id, signal) => items.tagged(id, signal),
    revisions: async (parent, signal) =>
      (await send<readonly RevisionFacts[]>({ method: 'GET', path: revisionsOf(parent), query: facts, signal })).body,
    revision: async (parent, id, signal) =>
      (await send<Revision>({ method: 'GET', path: `/platen/v1/content/${parent}/revisions/${id}`, signal })).body,
  };
}

/** A type by its name; null where there is none that this account may edit. */
export function useEditorKind(name: string): EditorKind | null {
  const kind = useContentKind(name);
  return useMemo(() => kind && editorKindOf(kind), [kind]);
}
