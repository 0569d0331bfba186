import type { EditorFields } from './fields.ts';

/** Changes that are not on the server yet, kept by this browser. */
export interface KeptDraft {
  readonly changes: Partial<EditorFields>;
  readonly at: number;
}

const keyOf = (kind: string, id: number | null): string => `platen.draft.${kind}.${id ?? 'new'}`;

export function keepDraft(kind: string, id: number | null, changes: Partial<EditorFields>): void {
  try {
    const draft: KeptDraft = { changes, at: Date.now() };
    localStorage.setItem(keyOf(kind, id), JSON.stringify(draft));
  } catch {
    // The browser has no room or allows none; the page itself still holds the text.
  }
}

export function keptDraft(kind: string, id: number | null): KeptDraft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind, id)) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetDraft(kind: string, id: number | null): void {
  localStorage.removeItem(keyOf(kind, id));
}
