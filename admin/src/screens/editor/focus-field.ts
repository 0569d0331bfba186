import { useEffect, useState } from 'react';
import type { FormState } from '../fields/form-state.ts';
import { pathText, readPath } from '../fields/paths.ts';
import type { FieldName } from './fields.ts';

/** The fields of the editor itself that something else may lead to. */
const places = ['title', 'content', 'excerpt', 'featured_media'] as const;
export type FieldPlace = (typeof places)[number];

/** A field by the name that a page of a front end calls it. */
export type NamedField =
  | { readonly kind: 'own'; readonly place: FieldPlace }
  /** A declared field; the path is as the form writes it. */
  | { readonly kind: 'declared'; readonly path: string };

/** What the items of a kind have. */
interface NamedKind {
  readonly names: readonly FieldName[];
  readonly type: { readonly fields: readonly { readonly name: string }[] };
}

/** The field of that name, `title` or `meta.variants.0.price`; null where items of this kind have none. */
export function fieldNamed(kind: NamedKind, name: string): NamedField | null {
  const place = places.find((one) => one === name);
  if (place) return kind.names.includes(place) ? { kind: 'own', place } : null;
  const [first, ...steps] = name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const [field] = steps;
  if (first !== 'meta' || !kind.type.fields.some((one) => one.name === field)) return null;
  // What is no path of a form would be read as another one.
  const path = pathText(steps);
  return pathText(readPath(path)) === path ? { kind: 'declared', path } : null;
}

/** What marks the control of a field. */
export const placeOf = (place: FieldPlace) => ({ 'data-place': place });

/** What can be written in comes before the buttons around it. */
const focusable = ['[contenteditable="true"]', 'textarea', 'input', 'button'];

/** How many frames a panel and what is loaded for it have to appear. */
const mostFrames = 120;
/** A panel takes the focus itself when it has opened; for so many frames a field in it takes it back. */
const panelFrames = 30;

/** Gives the focus to a field, once it can be seen. */
export function useFieldFocus(form: FormState): {
  /** The field that was asked for last. */
  readonly wanted: NamedField | null;
  want(field: NamedField): void;
} {
  const [wanted, setWanted] = useState<NamedField | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    if (wanted.kind === 'declared') {
      form.want(wanted.path);
      return;
    }
    let frame = 0;
    let left = mostFrames;
    let focusedFrames = 0;
    const look = () => {
      const control = controlAt(wanted.place);
      left -= 1;
      // Somebody has gone on to the next part of the page.
      if (focusedFrames > 0 && document.activeElement instanceof HTMLIFrameElement) return;
      if (control && control !== document.activeElement) {
        control.scrollIntoView({ block: 'center' });
        control.focus({ preventScroll: true });
      }
      if (control) focusedFrames += 1;
      const wantedFrames = control?.closest('[role="dialog"]') ? panelFrames : 1;
      if (focusedFrames < wantedFrames && left > 0) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [wanted, form]);
  return { wanted, want: setWanted };
}

function controlAt(place: FieldPlace): HTMLElement | null {
  const around = document.querySelector<HTMLElement>(`[data-place="${place}"]`);
  if (!around?.checkVisibility()) return null;
  if (around.matches(focusable.join())) return around;
  for (const selector of focusable) {
    const found = around.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}
