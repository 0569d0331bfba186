import { queryOptions } from '@tanstack/react-query';
import { type Query, send } from '../../api/request.ts';

/** A file as the media library shows it; the routes show no resource of the interface, so that it is stated here. */
export interface LibraryItem {
  readonly id: number;
  readonly title: string;
  readonly alt_text: string;
  readonly decorative: boolean;
  readonly caption: string;
  readonly date: string;
  readonly modified: string;
  readonly media_type: 'image' | 'video' | 'audio' | 'file';
  readonly mime_type: string;
  readonly source_url: string;
  readonly thumbnail_url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly filesize: number | null;
  readonly focal_point: Point | null;
  readonly folder: number;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly may_edit: boolean;
  readonly may_restore: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Folder {
  readonly id: number;
  readonly name: string;
  readonly parent: number;
}

export type Step =
  | { readonly type: 'rotate'; readonly args: { readonly angle: number } }
  | {
      readonly type: 'flip';
      readonly args: { readonly flip: { readonly horizontal: boolean; readonly vertical: boolean } };
    }
  | {
      readonly type: 'crop';
      readonly args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
    };

export interface FoundFiles {
  readonly items: readonly LibraryItem[];
  readonly total: number;
  readonly pages: number;
}

export interface ScannedFiles {
  readonly items: readonly LibraryItem[];
  readonly looked_at: number;
  readonly next: number | null;
}

export interface ProposedTexts {
  readonly proposals: readonly { readonly alt_text: string; readonly from: string }[];
  readonly asked: number;
}

/** What uses several files, by their ids. */
export type UsesById = Readonly<
  Record<string, { readonly uses: readonly { readonly id: number; readonly title: string }[] }>
>;

const root = '/platen/v1/media';
const get = async <Body>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Body> =>
  (await send<Body>({ method: 'GET', path: root + path, query, signal })).body;
const post = async <Body>(path: string, body: object): Promise<Body> =>
  (await send<Body>({ method: 'POST', path: root + path, body })).body;

/** The routes of the media library. */
export const libraryApi = {
  async list(query: Query, signal?: AbortSignal): Promise<FoundFiles> {
    const { body, headers } = await send<readonly LibraryItem[]>({ method: 'GET', path: root, query, signal });
    const count = (name: string) => Number(headers.get(name) ?? 0);
    return { items: body, total: count('X-WP-Total'), pages: count('X-WP-TotalPages') };
  },
  scan: (query: Query, signal?: AbortSignal) => get<ScannedFiles>('/scan', query, signal),
  byHash: (hash: string) => get<readonly LibraryItem[]>('/by-hash', { hash }),
  change: (id: number, fields: object) => post<LibraryItem>(`/${id}`, fields),
  bulk: (ids: readonly number[], fields: object) => post<unknown>('/bulk', { ids, ...fields }),
  altTexts: (items: readonly { id: number; alt_text: string; decorative: boolean }[]) =>
    post<unknown>('/alt-texts', { items }),
  uses: (ids: readonly number[], signal?: AbortSignal) => get<UsesById>('/uses', { ids }, signal),
  proposals: (id: number) => get<ProposedTexts>(`/${id}/alt-text-proposals`),
  edit: (id: number, src: string, modifiers: readonly Step[], as: 'version' | 'item') =>
    post<LibraryItem>(`/${id}/edit`, { src, modifiers, as }),
  restore: (id: number, src: string) => post<LibraryItem>(`/${id}/restore`, { src }),
  addFolder: (name: string, parent: number) => post<Folder>('/folders', { name, parent }),
  changeFolder: (id: number, fields: object) => post<Folder>(`/folders/${id}`, fields),
  removeFolder: (id: number) => send({ method: 'DELETE', path: `${root}/folders/${id}` }),
};

export const foldersQuery = queryOptions({
  queryKey: ['media', 'folders'],
  queryFn: ({ signal }) => get<readonly Folder[]>('/folders', {}, signal),
});

export const tagsQuery = queryOptions({
  queryKey: ['media', 'tags'],
  queryFn: ({ signal }) => get<readonly { id: number; name: string }[]>('/tags', { per_page: 100 }, signal),
});

export const itemQuery = (id: number) =>
  queryOptions({
    queryKey: ['media', 'library', id],
    queryFn: ({ signal }) => get<LibraryItem>(`/${id}`, {}, signal),
  });

/** The folders below one, with how deep they are, in the order of a tree. */
export function treeOf(folders: readonly Folder[], parent = 0, depth = 0): (Folder & { readonly depth: number })[] {
  if (depth > folders.length) return [];
  return folders
    .filter((folder) => folder.parent === parent)
    .flatMap((folder) => [{ ...folder, depth }, ...treeOf(folders, folder.id, depth + 1)]);
}

/** The folders above one and itself, from the top. */
export function pathTo(folders: readonly Folder[], id: number): readonly Folder[] {
  const path: Folder[] = [];
  for (let at = folders.find((folder) => folder.id === id); at && !path.includes(at); ) {
    path.unshift(at);
    const { parent } = at;
    at = folders.find((folder) => folder.id === parent);
  }
  return path;
}
