import { json } from '../../../lib/schema/json-schema.ts';
import { mediaFolders } from '../../../rules/content/media-taxonomies.ts';
import type { Term } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { libraryErrors } from './library-errors.ts';

/** The whole tree is read at once, so that it is bounded. */
export const mostFolders = 1_000;

export const folderSchema = json.object({
  id: json.integer,
  name: json.string,
  parent: json.integer,
});

export const folderModel = ({ id, name, parentId }: Term) => ({ id, name, parent: parentId });

/** Every folder, by name. */
export function allFolders(store: Store): Promise<Term[]> {
  const order = { by: 'name', direction: 'asc' } as const;
  return store.terms.find({ taxonomy: mediaFolders }, order, { limit: mostFolders, offset: 0 });
}

/** Puts files into a folder; 0 takes them out of theirs. Must run in a transaction. */
export async function moveToFolder(ids: readonly number[], folder: number, store: Store): Promise<void> {
  if (folder !== 0) await existingFolder(folder, store);
  for (const id of ids) await store.terms.assign(id, mediaFolders, folder === 0 ? [] : [folder]);
}

/** A folder that is named in the body of a request. */
export async function existingFolder(id: number, store: Store): Promise<Term> {
  const folder = await store.terms.byId(id, mediaFolders);
  if (!folder) throw libraryErrors.platen_no_such_folder();
  return folder;
}
