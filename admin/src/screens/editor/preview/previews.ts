import { send } from '../../../api/request.ts';
import type { EditorKind } from '../editor-kind.ts';
import type { EditorFields } from '../fields.ts';

/** A page that shows a text with changes that are not saved. */
export interface Preview {
  readonly id: number;
  /** The address of the page; empty where the server shows no pages. */
  readonly link: string;
}

const shown = ['title', 'content', 'excerpt', 'featured_media'] as const;

/** Has the server show these fields; the page of an earlier preview is used again. */
export async function showChanges(
  kind: EditorKind,
  post: number,
  { fields, unsaved }: { readonly fields: EditorFields; readonly unsaved: Partial<EditorFields> },
  earlier: Preview | null,
): Promise<Preview> {
  const names = shown.filter((name) => kind.names.includes(name));
  const changes = {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...fields.terms,
    ...(unsaved.meta ? { meta: unsaved.meta } : {}),
  };
  const path = earlier ? `/platen/v1/previews/${earlier.id}` : '/platen/v1/previews';
  const { body } = await send<Preview>({ method: 'POST', path, body: earlier ? { changes } : { post, changes } });
  return body;
}
