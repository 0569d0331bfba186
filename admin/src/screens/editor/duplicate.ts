import type { EditorKind } from './editor-kind.ts';
import { type EditorFields, newFieldsOf } from './fields.ts';
import { wireOf } from './save-plan.ts';

/** Makes a draft with everything that stands in the editor but what belongs to one item only; its number. */
export async function duplicate(kind: EditorKind, fields: EditorFields, title: string): Promise<number> {
  const fresh = newFieldsOf(kind);
  const { slug, status, date, sticky, author } = fresh;
  const copy: EditorFields = { ...fields, title, slug, status, date, sticky, author };
  return (await kind.items.create(wireOf(copy, fresh, kind.names, ''))).id;
}
