import { askAsVisitor } from '../../api/answer.ts';
import { createCall } from '../../api/create-call.ts';
import { innerRead } from '../../api/inner-read.ts';
import { visitorRequest } from '../../api/visitor-request.ts';
import { secretKey } from '../../auth/secrets.ts';
import { collectionsOf } from '../../platen/shared/collections.ts';
import { anonymous } from '../../rules/caller.ts';
import { webhookSecretPurpose } from '../../webhooks/signature.ts';
import { createWebhookWork, type WebhookWork } from '../../webhooks/webhook-worker.ts';
import type { Interface } from '../build-interface.ts';
import { once } from '../once.ts';
import type { Services } from '../open-services.ts';

/** The work on webhooks with the services of the site. */
export function webhookWork(services: Services, { core, engine }: Pick<Interface, 'core' | 'engine'>): WebhookWork {
  const { store, clock, site, faults } = services;
  return createWebhookWork({
    store,
    clock,
    read: innerRead(() => engine),
    collections: collectionsOf(core),
    fetch: services.fetcherFor(() => true),
    key: once(() => secretKey(store, webhookSecretPurpose)),
    report: (error) => faults('webhooks', error, 'webhooks could not be prepared or sent'),
    async addressWork() {
      const own = { caller: anonymous, store, site: await site(store), sharing: { allowed: false } };
      const made = { ...own, tags: new Set<string>(), ask: askAsVisitor(engine) };
      return { core, call: createCall(visitorRequest('/'), engine, made) };
    },
  });
}
