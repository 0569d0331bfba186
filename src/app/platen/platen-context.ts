import type { Engine } from '../../api/engine.ts';
import type { AdminScreens } from '../../extension/admin/admin-scripts.ts';
import type { Core } from '../../wp/all.ts';
import type { Services } from '../open-services.ts';

/** What the modules of `platen/v1` are made from. */
export interface PlatenContext {
  readonly services: Services;
  readonly core: Core;
  /** The engine is made from the routes, so it is asked for when used. */
  readonly engine: () => Engine;
  readonly adminScreens: AdminScreens;
  /** Whether the server ends, so that nobody should wait any more. */
  readonly isClosing: () => boolean;
}
