import { useEffect, useState } from 'react';

/** Hides everything but the text, also what is around the screen. */
export function useFocusMode() {
  const state = useState(false);
  const [isFocused] = state;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-focus-mode', isFocused);
    return () => document.documentElement.removeAttribute('data-focus-mode');
  }, [isFocused]);
  return state;
}
