import type { RouteModule } from '../../api/routing/registry.ts';
import { secretKey } from '../../auth/secrets.ts';
import { collectionsOf } from '../../platen/shared/collections.ts';
import { webhookRoutes } from '../../platen/webhooks/webhook-routes.ts';
import { webhookSecretPurpose } from '../../webhooks/signature.ts';
import { once } from '../once.ts';
import type { PlatenContext } from './platen-context.ts';

/** Endpoints that are told of changes. */
export function webhookModule({ services: { store }, core }: PlatenContext): RouteModule {
  return webhookRoutes({
    store,
    types: new Set(collectionsOf(core).keys()),
    key: once(() => secretKey(store, webhookSecretPurpose)),
  });
}
