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
export function webhookWork(services: Services, { core, engine }: Pick<Interface, 'core' | 'engine'>): WebhookWork {
  const { store, clock, site, jobs, queue } = services;
  return createWebhookWork({
    store,
    queue,
    clock,
    read: innerRead(() => engine),
    collections: collectionsOf(core),
    fetch: services.fetcherFor(() => true),
    key: once(() => secretKey(store, webhookSecretPurpose)),
    job: jobs.of('webhooks'),
    async addressWork() {
      const own = { caller: anonymous, store, site: await site(store), sharing: { allowed: false } };
      const made = { ...own, tags: new Set<string>(), ask: askAsVisitor(engine) };
      return { core, call: createCall(visitorRequest('/'), engine, made) };
    },
  });
}
