import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { ErrorState } from './states.tsx';

interface PartOptions {
  /** What is shown while it is loaded. */
  readonly loading?: ReactNode;
  /** What is shown where it cannot be loaded; that it cannot, with a way to try again, by default. */
  readonly missing?: ReactNode;
  /** What the error stands in; the place of the part by default. */
  readonly frame?: ((error: ReactNode, close: (() => void) | null) => ReactNode) | undefined;
}

/** A part of a screen that is loaded when it is wanted. Where that fails, its place says so, and the screen stays. */
export function lazyPart<Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { loading = null, missing, frame }: PartOptions = {},
): (props: Props) => ReactNode {
  let known: ComponentType<Props> | null = null;
  let failures = 0;
  let failed: string | undefined;

  const find = async (): Promise<ComponentType<Props>> => {
    if (known) return known;
    try {
      known = pick(await load());
    } catch (error) {
      const address = failed;
      failed ??= addressIn(error);
      failures += 1;
      if (address === undefined) throw error;
      const module: Module = await import(/* @vite-ignore */ `${address}?again=${failures}`);
      // Where several parts share a script, each is a member of it.
      const parts = [module, ...Object.values(module)].map((one) => pick(Object(one)));
      known = parts.find((one) => typeof one === 'function') ?? null;
      if (!known) throw error;
    }
    return known;
  };

  return function Part(props: Props): ReactNode {
    const words = useWords();
    const [found, setFound] = useState(() => known);
    const [attempt, setAttempt] = useState(0);
    const [isFailed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again with each attempt
    useEffect(() => {
      let isGone = false;
      setFailed(false);
      find().then(
        (part) => !isGone && setFound(() => part),
        () => !isGone && setFailed(true),
      );
      return () => {
        isGone = true;
      };
    }, [attempt]);
    if (found) return <Suspense fallback={loading}>{createElement(found, props)}</Suspense>;
    if (!isFailed) return loading;
    if (missing !== undefined) return missing;
    const error = <ErrorState error={words.states.partFailedText} retry={() => setAttempt(attempt + 1)} />;
    const close = 'close' in props && typeof props.close === 'function' ? props.close : null;
    return frame ? frame(error, close && (() => close())) : error;
  };
}

/** A browser remembers that a script failed to load; under another address it tries again. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\S+\.js/.exec(error.message)?.[0] : undefined;
