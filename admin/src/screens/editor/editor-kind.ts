import { useMemo } from 'react';
import { type Collection, collection } from '../../api/collection.ts';
import { send } from '../../api/request.ts';
import type { Words } from '../../words/en.ts';
import { type ContentKind, useContentKind } from '../content/content-kind.ts';
import { type EditedItem, type FieldName, fieldNames } from './fields.ts';

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

export interface Revision extends RevisionFacts {
  readonly title?: { readonly raw: string };
  readonly content?: { readonly raw: string };
  readonly excerpt?: { readonly raw: string };
}

export function editorKindOf(kind: ContentKind): EditorKind {
  const { key, type, taxonomies, words } = kind;
  const items: Collection<EditedItem> = collection(type.rest_path);
  const revisionsOf = (parent: number) => `${type.rest_path}/${parent}/revisions`;
  const read = async <Body>(path: string, fields: string | undefined, signal: AbortSignal) =>
    (await send<Body>({ method: 'GET', path, query: { context: 'edit', _fields: fields }, signal })).body;
  return {
    key,
    type,
    taxonomies,
    items,
    words,
    newTitle: (all) => words(all).new,
    names: fieldNames(type),
    load: (id, signal) => items.tagged(id, signal),
    revisions: (parent, signal) => read(revisionsOf(parent), 'id,author,modified,slug', signal),
    revision: (parent, id, signal) => read(`${revisionsOf(parent)}/${id}`, undefined, signal),
  };
}

/** A type by its name; null where there is none that this account may edit. */
export function useEditorKind(name: string): EditorKind | null {
  const kind = useContentKind(name);
  return useMemo(() => kind && editorKindOf(kind), [kind]);
}
