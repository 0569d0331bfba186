import { innerRead } from '../../api/inner-read.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { secretKey } from '../../auth/secrets.ts';
import { changes } from '../../platen/changes/changes.ts';
import { createWaitingClients } from '../../platen/changes/waiting-clients.ts';
import { dump } from '../../platen/dump/dump.ts';
import { collectionsOf } from '../../platen/shared/collections.ts';
import { createFeedCursors } from '../../platen/shared/feed-cursor.ts';
import { once } from '../once.ts';
import type { PlatenContext } from './platen-context.ts';

/** The feed and the dump that it begins with; they share their cursors. */
export function feedModules({ services, core, engine, isClosing }: PlatenContext): readonly RouteModule[] {
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
