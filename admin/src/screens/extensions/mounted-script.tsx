import { useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useLanguage, useOwnWords } from '../../words/words.tsx';
import { extensionWords } from './extension-words.ts';
import { createScreenApi, type Scheme, type ScreenApi } from './screen-api.ts';

interface MountedScriptProps {
  readonly script: string;
  readonly title: string;
  /** What the script is given besides; the same object while it is shown. */
  readonly more?: Readonly<Record<string, unknown>>;
}

type Unmount = () => void;
type Mount = (element: HTMLElement, api: ScreenApi) => unknown;
type State = { readonly is: 'loading' | 'shown' } | { readonly is: 'failed'; readonly error: unknown };

/** Loads the script of an extension and lets it fill an element; what it throws is shown in its place. */
export function MountedScript({ script, title, more }: MountedScriptProps) {
  const own = useOwnWords(extensionWords);
  const { code: language, words } = useLanguage();
  const navigate = useNavigate();
  const theme = useScreenTheme();
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is mounted again for another script or language only
  useEffect(() => {
    const element = document.createElement('div');
    holder.current?.replaceChildren(element);
    let isOver = false;
    let unmount: Unmount | null = null;
    const end = () => {
      try {
        unmount?.();
      } catch (error) {
        // The screen is gone, whatever it thinks of that.
        console.error(error);
      }
      unmount = null;
      element.remove();
    };
    const api = createScreenApi({ title, language, words, navigate: (to) => void navigate({ to }), theme });
    const begin = async () => {
      const loaded: { readonly mount?: Mount } = await import(/* @vite-ignore */ addressFor(script, attempt));
      if (typeof loaded.mount !== 'function') throw new TypeError(own.noMount);
      if (isOver) return;
      const returned = await loaded.mount(element, more ? { ...api, ...more } : api);
      unmount = typeof returned === 'function' ? (returned as Unmount) : null;
      if (isOver) end();
      else setState({ is: 'shown' });
    };
    setState({ is: 'loading' });
    begin().catch((error: unknown) => {
      end();
      if (!isOver) setState({ is: 'failed', error });
    });
    return () => {
      isOver = true;
      end();
    };
  }, [script, language, attempt]);

  return (
    <>
      {state.is === 'loading' && <LoadingRows rows={3} />}
      {state.is === 'failed' && (
        <ErrorState title={own.failed} error={state.error} retry={() => setAttempt((count) => count + 1)} />
      )}
      <div ref={holder} />
    </>
  );
}

/** A browser remembers that a module failed to load; another address makes it try again. */
const addressFor = (script: string, attempt: number): string => (attempt === 0 ? script : `${script}?again=${attempt}`);

function useScreenTheme(): ScreenApi['theme'] {
  const scheme = useComputedColorScheme('light');
  const [shared] = useState(() => {
    const listeners = new Set<(scheme: Scheme) => void>();
    const held: { scheme: Scheme } = { scheme };
    const theme: ScreenApi['theme'] = {
      scheme: () => held.scheme,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    return { held, listeners, theme };
  });
  useEffect(() => {
    if (shared.held.scheme === scheme) return;
    shared.held.scheme = scheme;
    for (const listener of shared.listeners) listener(scheme);
  }, [scheme, shared]);
  return shared.theme;
}
