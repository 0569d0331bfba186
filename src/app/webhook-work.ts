import { askAsVisitor, innerRead } from '../api/answer.ts';
import { createCall } from '../api/engine.ts';
import { visitorRequest } from '../api/request.ts';
import { secretKey } from '../auth/secrets.ts';
import { collectionsOf } from '../changes/collections.ts';
import { keepConfigured } from '../changes/webhooks/endpoints.ts';
import { webhookSecretPurpose } from '../changes/webhooks/signature.ts';
import { createWebhookWork, type WebhookWork } from '../changes/webhooks/webhook-work.ts';
import { ConfigError } from '../config/config.ts';
import { once } from '../lib/once.ts';
import { anonymous } from '../rules/capabilities.ts';
import type { Interface } from './build-interface.ts';
import type { Services } from './open-services.ts';

/** Stores the endpoint of the configuration with the others, as it is now. */
export async function keepConfiguredWebhook({ store, config, clock }: Services): Promise<void> {
  const { webhookUrl, webhookSecret } = config;
  if (webhookUrl !== '' && webhookSecret === '')
    throw new ConfigError(
      'PLATEN_WEBHOOK_URL is set: set PLATEN_WEBHOOK_SECRET too, so that your front end can tell who sends.',
    );
  await keepConfigured(store, webhookUrl, clock());
}

/** The work on webhooks with the services of the site. */
export function webhookWork(services: Services, current: () => Pick<Interface, 'core' | 'engine'>): WebhookWork {
  const { store, clock, site, jobs, queue, config } = services;
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
    configured: {
      secret: config.webhookSecret,
      fetch: services.fetcherFor(() => true, config.webhookUrl === '' ? [] : [new URL(config.webhookUrl).origin]),
    },
    key: once(() => secretKey(store, webhookSecretPurpose)),
    job: jobs.of('webhooks'),
    async addressWork() {
      const { core, engine } = current();
      const own = { caller: anonymous, credential: null, store, site: await site(store), sharing: { allowed: false } };
      const made = { ...own, tags: new Set<string>(), ask: askAsVisitor(engine) };
      return { core, call: createCall(visitorRequest('/'), engine, made) };
    },
  });
}
