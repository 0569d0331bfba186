import { api } from '../../../api/api.ts';
import { isRefused } from '../../../api/refused.ts';
import { type Proposal, proposalsPath } from '../../proposals/proposals-api.ts';
import type { EditorKind, Loaded } from '../editor-kind.ts';
import { changesOf, type EditedItem, type EditorFields, fieldsOf, withChanges } from '../fields.ts';

/** The last segment of the collection of a type, such as `posts`. */
export const collectionOf = ({ type }: Pick<EditorKind, 'type'>): string => type.rest_path.split('/').at(-1) ?? '';

/** Whether a change was saved in the editor by this account, and not proposed by a program. */
export const isOwnBeside = ({ author, by_program, action }: Proposal, me: number): boolean =>
  author === me && !by_program && action === 'update';

/** What this account has saved of an item without publishing it; null for nothing. */
export async function loadBeside(kind: EditorKind, id: number, me: number, signal?: AbortSignal) {
  const query = { type: collectionOf(kind), item: id, state: ['open' as const], view: 'mine' as const, per_page: 100 };
  const found = await api.get(proposalsPath, query, signal);
  return found.find((one) => isOwnBeside(one, me)) ?? null;
}

/** The fields of the editor with what was saved beside the item. */
export function withBeside(item: EditedItem, { fields }: Pick<Proposal, 'fields'>, kind: EditorKind): EditorFields {
  const base = fieldsOf(item, kind);
  const texts = ['title', 'content', 'excerpt'].filter((name) => fields[name] !== undefined);
  const changed: EditedItem = {
    ...item,
    ...fields,
    ...Object.fromEntries(texts.map((name) => [name, { raw: rawOf(fields[name]) }])),
    // Of declared fields those are there that differ.
    meta: { ...item.meta, ...Object(fields['meta']) },
  };
  return withChanges(base, changesOf(fieldsOf(changed, kind), base));
}

/** A text as it is sent: itself, or a member of an object. */
function rawOf(text: unknown): string {
  if (typeof text === 'string') return text;
  return typeof text === 'object' && text !== null && 'raw' in text ? String(text.raw) : '';
}

interface Saving {
  readonly kind: EditorKind;
  readonly id: number;
  readonly tag: string | null;
  readonly wire: Readonly<Record<string, unknown>>;
  /** What was saved before, which is replaced. */
  readonly beside: Proposal | null;
}

/** Keeps changes beside the item as it was read; visitors see nothing of them. */
export async function saveBeside({ kind, id, tag, wire, beside }: Saving): Promise<Proposal> {
  const base = tag === null ? {} : { base: tag };
  if (!beside) return api.post(proposalsPath, { type: collectionOf(kind), item: id, fields: { ...wire }, ...base });
  const { id: change, version } = beside;
  return api.post('/platen/v1/pending-changes/{id}', { id: change, version, fields: { ...wire }, ...base });
}

/** Publishes what stands in the editor in place of what was saved beside it. */
export async function publishBeside(
  { id, version }: Proposal,
  wire: Readonly<Record<string, unknown>>,
  over: boolean,
): Promise<void> {
  await api.post('/platen/v1/pending-changes/{id}/accept', { id, version, fields: { ...wire }, over });
}

/** What was saved beside an item was published or given up elsewhere. */
export class BesideOver extends Error {}

export const isBesideOver = (error: unknown): boolean =>
  error instanceof BesideOver || isRefused(error, 'platen_pending_decided', 'platen_pending_not_found');

/** Something in the editor with the change that belongs to it. */
export interface LoadedBeside extends Loaded {
  readonly beside: Proposal | null;
}

/** A link that shows the saved changes to whoever has it. */
export async function shareBeside(item: number, change: number): Promise<string> {
  const earlier = await api.get('/platen/v1/previews', { post: item });
  const known = earlier.find((one) => one.pending_change === change);
  const month = 30 * 86_400;
  const made =
    known ?? (await api.post('/platen/v1/previews', { post: item, pending_change: change, expires_in: month }));
  return made.link || made.href;
}
