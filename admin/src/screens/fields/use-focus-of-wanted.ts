import { useEffect } from 'react';
import { useForm, useWanted } from './use-form.ts';

const focusable = 'input, textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** How many frames a tab, a row and what is loaded for them have to appear. */
const mostFrames = 120;

/** Gives the focus to what a form wants to be shown, once it is there. */
export function useFocusOfWanted(prefix: string): void {
  const form = useForm();
  const wanted = useWanted([]);
  useEffect(() => {
    if (wanted === null) return;
    let frame = 0;
    let left = mostFrames;
    const look = () => {
      const place = document.getElementById(`${prefix}${wanted}`);
      const target = place?.matches(focusable) ? place : place?.querySelector<HTMLElement>(focusable);
      left -= 1;
      if (!target && left > 0) {
        frame = requestAnimationFrame(look);
        return;
      }
      target?.scrollIntoView({ block: 'center' });
      target?.focus({ preventScroll: true });
      form.want(null);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [form, wanted, prefix]);
}
