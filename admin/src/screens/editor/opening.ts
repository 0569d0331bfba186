import { type Autosave, autosavedAt } from './autosave.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf, newFieldsOf, textsOf, withChanges } from './fields.ts';
import { keptDraft } from './kept-draft.ts';

/** What the editor begins with. */
export interface Opening {
  readonly id: number | null;
  readonly tag: string | null;
  /** The state on the server. */
  readonly base: EditorFields;
  readonly fields: EditorFields;
  /** Changes that this browser kept and that are offered; null for none. */
  readonly recovered: Partial<EditorFields> | null;
  /** When the changes were saved automatically that it begins with; null for none. */
  readonly restoredFrom: Date | null;
}

/** Of what the server and what the browser kept, the newer one counts. Only what the server has is used unasked. */
export function openingOf(kind: EditorKind, loaded: Loaded | null, autosave: Autosave | null): Opening {
  const id = loaded?.item.id ?? null;
  const base = loaded ? fieldsOf(loaded.item, kind) : newFieldsOf(kind);
  const kept = keptDraft(kind.key, id);
  const changes = kept?.changes ?? {};
  const opened = { id, tag: loaded?.tag ?? null, base };
  if (autosave && autosavedAt(autosave).getTime() >= (kept?.at ?? 0)) {
    const meta = Object.fromEntries(Object.entries(autosave.meta).filter(([name]) => Object.hasOwn(base.meta, name)));
    const fields = withChanges(withChanges(base, changes), { ...textsOf({ ...base, ...autosave }), meta });
    if (changed(fields, base)) return { ...opened, fields, recovered: null, restoredFrom: autosavedAt(autosave) };
  }
  return { ...opened, fields: base, recovered: changed(withChanges(base, changes), base), restoredFrom: null };
}

function changed(fields: EditorFields, base: EditorFields): Partial<EditorFields> | null {
  const differing = changesOf(fields, base);
  return Object.keys(differing).length > 0 ? differing : null;
}
