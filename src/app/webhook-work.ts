import { askAsVisitor, innerRead } from '../api/answer.ts';
import { createCall } from '../api/engine.ts';
import { visitorRequest } from '../api/request.ts';
import { secretKey } from '../auth/secrets.ts';
import { collectionsOf } from '../changes/collections.ts';
import { webhookSecretPurpose } from '../changes/webhooks/signature.ts';
import { createWebhookWork, type WebhookWork } from '../changes/webhooks/webhook-work.ts';
import { once } from '../lib/once.ts';
import { anonymous } from '../rules/capabilities.ts';
import type { Interface } from './build-interface.ts';
import type { Services } from './open-services.ts';

/** The work on webhooks with the services of the site. */
export function webhookWork(services: Services, current: () => Pick<Interface, 'core' | 'engine'>): WebhookWork {
  const { store, clock, site, jobs, queue } = services;
  let known = { core: current().core, collections: collectionsOf(current().core) };
  return createWebhookWork({
    store,
    queue,
    clock,
    read: innerRead(() => current().engine),
    get collections() {
      const { core } = current();
      if (known.core !== core) known = { core, collections: collectionsOf(core) };
      return known.collections;
    },
    fetch: services.fetcherFor(() => true),
    key: once(() => secretKey(store, webhookSecretPurpose)),
    job: jobs.of('webhooks'),
    async addressWork() {
      const { core, engine } = current();
      const own = { caller: anonymous, store, site: await site(store), sharing: { allowed: false } };
      const made = { ...own, tags: new Set<string>(), ask: askAsVisitor(engine) };
      return { core, call: createCall(visitorRequest('/'), engine, made) };
    },
  });
}
