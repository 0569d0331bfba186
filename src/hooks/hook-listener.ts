import type { Guard } from '../guard/guard.ts';

/** The hooks of one extension, bound to what it may use; keys are the kind and the action, such as `post.create`. */
export interface HookListener {
  readonly guard: Guard;
  /** Whether a write is refused if a hook before it fails. */
  readonly mustAnswer: boolean;
  readonly before: ReadonlyMap<string, BoundHook>;
  readonly after: ReadonlyMap<string, BoundHook>;
}

/** The event has the type that belongs to its key. */
export type BoundHook = (event: never) => unknown;

interface Callbacks {
  readonly [kind: string]:
    | { readonly [action: string]: ((event: never, host: never) => unknown) | undefined }
    | undefined;
}

/** The hooks of a table by key. */
export function bindHooks(table: object | undefined, host: unknown): ReadonlyMap<string, BoundHook> {
  const bound = new Map<string, BoundHook>();
  // The shape of the table was checked when the extension was loaded.
  for (const [kind, actions] of Object.entries((table ?? {}) as Callbacks)) {
    for (const [action, call] of Object.entries(actions ?? {})) {
      // The host is the one that the extension declared its hooks for.
      if (call) bound.set(`${kind}.${action}`, (event) => call(event, host as never));
    }
  }
  return bound;
}
