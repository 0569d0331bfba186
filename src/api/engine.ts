import { type Hooks, hooksFrom } from '../background/hooks.ts';
import type { ApiError } from '../lib/errors.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Identified } from '../rules/credential.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import { methodsForShown } from './allowed-methods.ts';
import type { Call, PreviewOpener } from './call.ts';
import type { Reply } from './reply.ts';
import { type ApiRequest, type Ask, isReadMethod, type RenderPage } from './request.ts';
import type { Match, Registry } from './routing/registry.ts';
import type { Variant } from './variant.ts';

/** What `answer` needs of the application; nothing in here belongs to a single request. */
export interface Engine {
  readonly registry: Registry;
  readonly variant: Variant;
  readonly store: Store;
  /** Authenticates the request; refuses wrong credentials. */
  readonly identify: (request: ApiRequest, store: Store) => MaybePromise<Identified>;
  /** The nonce to send with the answer to an identified request of a browser session; null for other requests. */
  readonly renewedNonce: (request: ApiRequest) => string | null;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly clock: () => number;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
  /** The key of the digests that are versions of items. */
  readonly versionKey: () => Promise<Buffer>;
  /** Opens the tokens of previews. */
  readonly openPreview?: PreviewOpener;
  /** Keeps a write for a person to decide; null for one that cannot be proposed. Without it, nothing is proposed. */
  readonly propose?: Propose;
  /** Maps a lower-level failure to an API error, such as a value the database cannot store; null for a server fault. */
  readonly translate?: (error: unknown) => ApiError | null;
  /** The HTML of a page of the site. */
  readonly render: RenderPage;
  /** Logs a server fault, never a mistake of the caller. */
  readonly report: (error: unknown, request: ApiRequest) => void;
}

/** A write that was refused for want of a scope, by a credential that may propose. */
export interface RefusedWrite {
  readonly match: Match;
  /** Its arguments as they were sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly call: Call;
}

export type Propose = (write: RefusedWrite) => Promise<Reply | null>;

/** What belongs to one request alone. */
interface Own {
  readonly caller: Caller;
  readonly credential: Call['credential'];
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
    credential: own.credential,
    store: own.store,
    site: own.site,
    variant: engine.variant,
    api: engine.registry,
    request,
    now: engine.clock(),
    preview: own.preview ?? null,
    hooks: isRead ? engine.hooks : engine.hooks && hooksFrom(engine.hooks, request.remoteAddress),
    embed: (name, keys) => engine.registry.embed(name, keys, call),
    allowed: (path) => methodsForShown(path, call, engine.registry),
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
      const settled = Promise.resolve(value);
      written.set(key, settled);
      known.set(key, settled);
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
    apart: async () => {
      const tags = new Set<string>();
      // Not a replica: it may be behind the changes that are known already.
      const store = engine.store.observe(tags);
      const sharing = { allowed: true };
      const inner = createCall(request, engine, { ...own, store, site: await engine.site(store), tags, sharing });
      return { call: inner, tags: () => (sharing.allowed ? tags : null) };
    },
  };
  return call;
}
