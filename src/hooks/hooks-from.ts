import type { Hooks } from './hooks.ts';

/** The same hooks for the writes of one request: what they record tells where it came from. */
export function hooksFrom(hooks: Hooks, address: string): Hooks {
  return {
    asks: hooks.asks,
    before: hooks.before,
    record: (store, record) => hooks.record(store, { ...record, address }),
    wake: hooks.wake,
    inside: () => hooksFrom(hooks.inside(), address),
    without: (extension) => hooksFrom(hooks.without(extension), address),
  };
}
