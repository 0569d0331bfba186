import { hooksFrom } from '../hooks/hooks-from.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import { isReadMethod } from './read-method.ts';
import type { ApiRequest } from './request.ts';
import type { Ask } from './visitor-request.ts';

/** What belongs to one request alone. */
interface Own {
  readonly caller: Caller;
  readonly store: Store;
  readonly site: Site;
  readonly ask: Ask;
  /** Whether the answer may be shared; the call can switch it off. */
  readonly sharing: { allowed: boolean };
  /** Cache tags of everything read so far. */
  readonly tags: Set<string>;
  readonly preview?: Call['preview'];
}

/** Creates the call that is passed to a route's permission check and handler. */
export function createCall(request: ApiRequest, engine: Engine, own: Own): Call {
  const known = new Map<string, unknown>();
  const written = new Map<string, Promise<unknown>>();
  const isRead = isReadMethod(request.method);
  const call: Call = {
    caller: own.caller,
    store: own.store,
    site: own.site,
    variant: engine.variant,
    api: engine.registry,
    request,
    now: engine.clock(),
    preview: own.preview ?? null,
    hooks: isRead ? engine.hooks : engine.hooks && hooksFrom(engine.hooks, request.remoteAddress),
    embed: (name, keys) => engine.registry.embed(name, keys, call),
    once<T>(key: string, find: () => T): T {
      // Callers that use the same key ask for the same type.
      const asked = known.get(key) as T | undefined;
      if (asked !== undefined) return asked;
      const asking = find();
      known.set(key, asking);
      return asking;
    },
    forget: () => {
      known.clear();
      for (const [key, value] of written) known.set(key, value);
    },
    remember: (key, value) => {
      written.set(key, Promise.resolve(value));
    },
    keepPrivate: () => {
      own.sharing.allowed = false;
    },
    async ask(path, query, visitor) {
      const answer = await own.ask(path, query, visitor);
      call.note(answer.tags);
      return answer;
    },
    render: engine.render,
    note: (tags) => {
      if (tags) for (const tag of tags) own.tags.add(tag);
      else own.sharing.allowed = false;
    },
  };
  return call;
}
