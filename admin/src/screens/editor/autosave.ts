import { api } from '../../api/api.ts';
import type { KeptTexts } from './fields.ts';

/** What the server kept of a text since it was last saved. */
export interface Autosave extends KeptTexts {
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

/** Null where there is nothing to keep: the texts are those that were saved. */
export async function sendAutosave(id: number, texts: KeptTexts): Promise<Autosave | null> {
  return held(await api.post(path, { id, ...texts }));
}

export async function removeAutosave(id: number): Promise<void> {
  await api.delete(path, { id });
}

/** Keeps texts among the versions of an item, which stays as it is. */
export async function keepVersion(id: number, texts: KeptTexts): Promise<void> {
  await api.post('/platen/v1/content/{id}/revisions', { id, ...texts });
}
