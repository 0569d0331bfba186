import type { Engine } from '../api/engine.ts';
import { innerRead } from '../api/inner-read.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { secretKey } from '../auth/secrets.ts';
import { batch } from '../platen/batch/platen-batch.ts';
import { blockRoutes } from '../platen/blocks/block-routes.ts';
import { changes } from '../platen/changes/changes.ts';
import { createWaitingClients } from '../platen/changes/waiting-clients.ts';
import { dump } from '../platen/dump/dump.ts';
import { collectionsOf } from '../platen/shared/collections.ts';
import { createFeedCursors } from '../platen/shared/feed-cursor.ts';
import type { Core } from '../wp/all.ts';
import { once } from './once.ts';
import type { Services } from './open-services.ts';

/** What the modules of `platen/v1` are made from. */
export interface PlatenContext {
  readonly services: Services;
  readonly core: Core;
  /** The engine is made from the routes, so it is asked for when used. */
  readonly engine: () => Engine;
  /** Whether the server ends, so that nobody should wait any more. */
  readonly isClosing: () => boolean;
}

/** The subjects of `platen/v1`, in the order its description shows them; each is a folder of `platen/`. */
export function platenModules(context: PlatenContext): readonly RouteModule[] {
  return [batch(context), blockRoutes(context.core), ...feedModules(context)];
}

/** The feed and the dump that it begins with; they share their cursors. */
function feedModules({ services, core, engine, isClosing }: PlatenContext): readonly RouteModule[] {
  const { store } = services;
  const shared = {
    store,
    read: innerRead(engine),
    cursors: createFeedCursors(once(() => secretKey(store, 'cursors of the feed'))),
    collections: collectionsOf(core),
  };
  return [
    changes({
      ...shared,
      clients: createWaitingClients({ newest: () => store.feed.newest(), isClosing }),
      identify: (request) => engine().identify(request, store),
    }),
    dump({ ...shared, snapshot: () => store.snapshot(), isClosing }),
  ];
}
