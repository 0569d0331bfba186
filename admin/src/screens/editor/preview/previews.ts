import { Refused, Unreachable } from '../../../api/refused.ts';
import { addressOf, send } from '../../../api/request.ts';
import type { FormState } from '../../fields/form-state.ts';
import type { EditorKind } from '../editor-kind.ts';
import { changesOf, type EditorFields } from '../fields.ts';

/** A page that shows a text with changes that are not saved, to whoever has its link. */
export interface Preview {
  readonly id: number;
  readonly post: number;
  readonly type: string;
  readonly token: string;
  readonly expires_gmt: string;
  /** The address of the page; empty where there is none. */
  readonly link: string;
  /** Whether the page is one of a front end, and not of the server. */
  readonly front_end: boolean;
}

/** What is shown: an item with what was changed and not saved. */
export interface Previewed {
  readonly kind: EditorKind;
  readonly fields: EditorFields;
  /** The state on the server. */
  readonly stored: EditorFields;
  /** Has the values of declared fields as they are typed, which come to `fields` after a pause. */
  readonly form: Pick<FormState, 'values'>;
}

const shown = ['title', 'content', 'excerpt', 'featured_media'] as const;

/** What a preview is to show, as it is sent. */
export function shownValues({ kind, fields, stored, form }: Previewed): object {
  const names = shown.filter((name) => kind.names.includes(name));
  const { meta } = changesOf({ ...stored, meta: form.values() }, stored);
  return {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...fields.terms,
    ...(meta ? { meta } : {}),
  };
}

/** Has the server show these values; the page of an earlier preview is used again, unless it has ended. */
export async function showChanges(post: number, changes: object, earlier: Preview | null): Promise<Preview> {
  const make = async (): Promise<Preview> =>
    (await send<Preview>({ method: 'POST', path, body: { post, changes } })).body;
  if (!earlier) return make();
  try {
    return (await send<Preview>({ method: 'POST', path: `${path}/${earlier.id}`, body: { changes } })).body;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return make();
    throw error;
  }
}

const path = '/platen/v1/previews';

/** Ends a preview; one that has ended already is no failure. */
export async function revokePreview({ id }: Preview): Promise<void> {
  try {
    await send({ method: 'DELETE', path: `${path}/${id}` });
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  }
}

/** The item as a front end reads it with the token: without the session, so that it gets nothing that readers do not. */
export async function previewedItem({ kind }: Pick<Previewed, 'kind'>, { post, token }: Preview): Promise<object> {
  const address = addressOf(`${kind.type.rest_path}/${post}`, { preview: token, _embed: 1 });
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-store' }).catch(() => {
    throw new Unreachable();
  });
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body);
  return body;
}
