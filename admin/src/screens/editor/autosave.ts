import { api } from '../../api/api.ts';
import { readPath } from '../fields/paths.ts';
import { refusedFields } from '../fields/refused-fields.ts';
import type { Written } from './fields.ts';

/** What the server kept of an item since it was last saved. */
export interface Autosave extends Written {
  /** In GMT, without a zone. */
  readonly modified_gmt: string;
}

export const autosavedAt = ({ modified_gmt }: Autosave): Date => new Date(`${modified_gmt}Z`);

const path = '/platen/v1/content/{id}/autosave';

/** The route shows no resource of the interface, so that the form of its answer is stated here. */
const held = (answer: unknown): Autosave | null => (answer as { readonly autosave: Autosave | null }).autosave;

/** One's own autosave, where it is newer than what was saved. */
export async function loadAutosave(id: number, signal?: AbortSignal): Promise<Autosave | null> {
  return held(await api.get(path, { id }, signal));
}

/** Keeps what is written; true where that is all of it. A field that is not right yet is left out until it is. */
export async function sendAutosave(id: number, { meta, ...texts }: Written): Promise<boolean> {
  try {
    await api.post(path, { id, ...texts, meta });
    return true;
  } catch (error) {
    const refused = new Set(Object.keys(refusedFields(error)).map((text) => readPath(text)[0]));
    const rest = Object.entries(meta).filter(([name]) => !refused.has(name));
    if (refused.size === 0 || rest.length === Object.keys(meta).length) throw error;
    await api.post(path, { id, ...texts, meta: Object.fromEntries(rest) });
    return false;
  }
}

export async function removeAutosave(id: number): Promise<void> {
  await api.delete(path, { id });
}

/** Keeps what is written among the versions of an item, which stays as it is. */
export async function keepVersion(id: number, written: Written): Promise<void> {
  await api.post('/platen/v1/content/{id}/revisions', { id, ...written });
}
