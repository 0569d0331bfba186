import type { Proposal } from '../proposals/proposals-api.ts';
import { type Autosave, autosavedAt } from './autosave.ts';
import { withBeside } from './beside/beside.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf, newFieldsOf, textsOf, withChanges } from './fields.ts';
import { keptDraft } from './kept-draft.ts';

/** What the editor begins with. */
export interface Opening {
  readonly id: number | null;
  readonly tag: string | null;
  /** Its address on the site; empty until the server has it. */
  readonly link: string;
  /** The state on the server. */
  readonly base: EditorFields;
  /** What was saved beside it and is not published; null for nothing. */
  readonly beside: Proposal | null;
  /** All that the server has: the state with what was saved beside it. */
  readonly saved: EditorFields;
  readonly fields: EditorFields;
  /** Changes that this browser kept and that are offered; null for none. */
  readonly recovered: Partial<EditorFields> | null;
  /** When the changes were saved automatically that it begins with; null for none. */
  readonly restoredFrom: Date | null;
}

/** Of what the server and what the browser kept, the newer one counts. Only what the server has is used unasked. */
export function openingOf(
  kind: EditorKind,
  loaded: Loaded | null,
  autosave: Autosave | null,
  beside: Proposal | null = null,
): Opening {
  const id = loaded?.item.id ?? null;
  const base = loaded ? fieldsOf(loaded.item, kind) : newFieldsOf(kind);
  const saved = loaded && beside ? withBeside(loaded.item, beside, kind) : base;
  // What was saved on purpose is newer than what was kept before it.
  const savedAt = beside ? new Date(`${beside.changed_gmt}Z`).getTime() : 0;
  const stored = keptDraft(kind.key, id);
  const kept = stored && stored.at > savedAt ? stored : null;
  const changes = kept?.changes ?? {};
  const opened = { id, tag: loaded?.tag ?? null, link: loaded?.item.link ?? '', base, beside, saved };
  const isNewer = autosave !== null && autosavedAt(autosave).getTime() >= Math.max(kept?.at ?? 0, savedAt);
  if (autosave && isNewer) {
    const meta = Object.fromEntries(Object.entries(autosave.meta).filter(([name]) => Object.hasOwn(base.meta, name)));
    const fields = withChanges(withChanges(saved, changes), { ...textsOf({ ...base, ...autosave }), meta });
    if (changed(fields, saved)) return { ...opened, fields, recovered: null, restoredFrom: autosavedAt(autosave) };
  }
  return { ...opened, fields: saved, recovered: changed(withChanges(saved, changes), saved), restoredFrom: null };
}

function changed(fields: EditorFields, base: EditorFields): Partial<EditorFields> | null {
  const differing = changesOf(fields, base);
  return Object.keys(differing).length > 0 ? differing : null;
}
