import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { Store } from '../../storage/store.ts';
import {
  addWebhook,
  changeWebhook,
  countDeliveries,
  deliveryById,
  isConfigured,
  listDeliveries,
  listWebhooks,
  mostWebhooks,
  pingWebhook,
  refusedUrl,
  removeWebhook,
  repeatDelivery,
  rotateSecret,
  type WebhookActor,
  webhookById,
} from './endpoints.ts';
import { unknownPattern } from './event-names.ts';
import { webhookSecret } from './signature.ts';
import { type DeliveryRow, deliveryStates, type WebhookRow } from './webhook-tables.ts';
import { shownDelivery, shownWebhook, webhookSchemas } from './webhook-view.ts';

export interface WebhookRoutesContext {
  /** Not observed: nothing that is read of webhooks is cached. */
  readonly store: Store;
  /** The types whose events can be wanted. */
  readonly types: ReadonlySet<string>;
  /** The key that secrets are derived of. */
  readonly key: () => Promise<Buffer>;
}

const events = (types: ReadonlySet<string>) =>
  s.array(s.string(), {
    description: 'What it is told of: TYPE.ACTION, where either may be *.',
    check: (patterns: readonly string[]) => {
      if (patterns.length === 0 || patterns.length > mostPatterns) return `Name 1 to ${mostPatterns} events.`;
      return unknownPattern(patterns, types);
    },
  });
const mostPatterns = 50;

const urlFacts = { description: 'Where messages are sent, by POST.', check: refusedUrl };
const description = s.string({
  description: 'A note for people.',
  check: (text: string) => (text.length > 1_000 ? 'The note has at most 1000 characters.' : null),
});

/** Only administrators: whoever adds an endpoint makes the server send requests. */
function mayManageWebhooks(_input: unknown, { caller }: Call): void {
  if (!caller.can('manage_options')) throw webhookErrors.rest_cannot_manage_webhooks();
}

/** `platen/v1/webhooks`: endpoints that are told of changes, and what was sent to them. */
export function webhookRoutes(context: WebhookRoutesContext): RouteModule {
  const { store } = context;
  const wanted = events(context.types);
  const permit = mayManageWebhooks;
  const shareable = false;
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/webhooks',
        summary: 'List the webhooks.',
        response: { schema: json.listOf(webhookSchemas.webhook) },
        permit,
        handle: async (_, { now }) => reply((await listWebhooks(store)).map((row) => shownWebhook(row, now))),
        shareable,
      }),
      route({
        method: 'POST',
        path: '/platen/v1/webhooks',
        summary: 'Add a webhook; the answer shows its secret, once.',
        response: { schema: webhookSchemas.withSecret, status: 201 },
        args: { url: s.string({ ...urlFacts, required: true }), events: wanted, description },
        permit,
        handle: async (input, call) => {
          const choices = { url: input.url, events: input.events ?? ['*'], description: input.description ?? '' };
          const row = await addWebhook(store, choices, actorOf(call));
          if (!row) throw webhookErrors.rest_webhooks_full({ most: mostWebhooks });
          const headers = { Location: `${call.site.apiUrl}/platen/v1/webhooks/${row.id}` };
          return reply(await withSecret(row, call, context), { status: 201, headers });
        },
      }),
      ...itemRoutes(context, wanted),
      ...deliveryRoutes(store, permit),
    ],
  };
}

function itemRoutes(context: WebhookRoutesContext, wanted: ReturnType<typeof events>): Route[] {
  const { store } = context;
  const path = '/platen/v1/webhooks/{id:int}';
  const permit = mayManageWebhooks;
  return [
    route({
      method: 'GET',
      path,
      summary: 'Show a webhook.',
      response: { schema: webhookSchemas.webhook },
      permit,
      handle: async ({ id }, { now }) => reply(shownWebhook(await existingWebhook(store, id), now)),
      shareable: false,
    }),
    route({
      method: writing,
      path,
      summary: 'Change a webhook, or enable it again.',
      response: { schema: webhookSchemas.webhook },
      args: {
        url: s.string(urlFacts),
        events: wanted,
        description,
        status: s.string({ enum: ['enabled', 'disabled'], description: 'Whether messages are sent to it.' }),
      },
      permit,
      handle: async ({ id, ...sent }, call) => {
        const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
        const row = await changeWebhook(store, id, changes, actorOf(call));
        if (!row) throw webhookErrors.rest_webhook_invalid_id();
        return reply(shownWebhook(row, call.now));
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Remove a webhook with its deliveries.',
      response: { schema: json.object({ deleted: json.words(true), previous: webhookSchemas.webhook }) },
      permit,
      handle: async ({ id }, call) => {
        const previous = shownWebhook(await existingWebhook(store, id), call.now);
        if (!(await removeWebhook(store, id, actorOf(call)))) throw webhookErrors.rest_webhook_invalid_id();
        return reply({ deleted: true, previous });
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/webhooks/{id:int}/rotate',
      summary: 'Give a webhook a new secret; both sign its messages for a while.',
      response: { schema: webhookSchemas.withSecret },
      args: {
        overlap_hours: s.integer({
          default: 24,
          minimum: 0,
          maximum: 720,
          description: 'How long the old secret signs as well.',
        }),
      },
      permit,
      handle: async ({ id, overlap_hours }, call) => {
        if (isConfigured(await existingWebhook(store, id))) throw webhookErrors.rest_webhook_configured();
        const row = await rotateSecret(store, id, call.now + overlap_hours * 3_600_000, actorOf(call));
        if (!row) throw webhookErrors.rest_webhook_invalid_id();
        return reply(await withSecret(row, call, context));
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/webhooks/{id:int}/ping',
      summary: 'Send a webhook a message that says nothing, to try it.',
      response: { schema: webhookSchemas.delivery, status: 202 },
      permit,
      handle: async ({ id }, { now }) => {
        const row = await existingWebhook(store, id);
        if (row.status !== 'enabled') throw webhookErrors.rest_webhook_disabled();
        return reply(shownDelivery(await pingWebhook(store, row, now)), { status: 202 });
      },
    }),
  ];
}

const actorOf = ({ now, caller, request }: Call): WebhookActor => ({
  nowMs: now,
  userId: caller.userId,
  address: request.remoteAddress,
});

async function existingWebhook(store: Store, id: number): Promise<WebhookRow> {
  const row = await webhookById(store, id);
  if (!row) throw webhookErrors.rest_webhook_invalid_id();
  return row;
}

async function withSecret(row: WebhookRow, { now }: Call, { key }: WebhookRoutesContext) {
  return { ...shownWebhook(row, now), secret: webhookSecret(await key(), row, row.generation) };
}

/** What was sent to an endpoint, and what came of it. */
export function deliveryRoutes(store: Store, permit: (input: unknown, call: Call) => void): Route[] {
  const path = '/platen/v1/webhooks/{id:int}/deliveries';
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the deliveries of a webhook, newest first.',
      args: {
        state: s.string({ enum: deliveryStates, description: 'Limit to this status.' }),
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: s.integer({ default: 20, minimum: 1, maximum: 100, description: 'Items per page.' }),
      },
      response: { schema: json.listOf(webhookSchemas.delivery) },
      permit,
      handle: async ({ id, state, page, per_page: limit }) => {
        if (!(await webhookById(store, id))) throw webhookErrors.rest_webhook_invalid_id();
        const where = { webhookId: id, ...(state ? { state } : {}) };
        const rows = await listDeliveries(store, { ...where, limit, offset: (page - 1) * limit });
        const total = await countDeliveries(store, where);
        const headers = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / limit)) };
        return reply(rows.map(shownDelivery), { headers });
      },
      shareable: false,
    }),
    route({
      method: 'GET',
      path: '/platen/v1/webhooks/{id:int}/deliveries/{delivery:int}',
      summary: 'Show a delivery with the text that is sent.',
      response: { schema: webhookSchemas.withPayload },
      permit,
      handle: async (input) => {
        const row = await existingDelivery(store, input);
        return reply({ ...shownDelivery(row), payload: row.payload });
      },
      shareable: false,
    }),
    route({
      method: 'POST',
      path: '/platen/v1/webhooks/{id:int}/deliveries/{delivery:int}/repeat',
      summary: 'Send a delivery once more, with the same id and text.',
      response: { schema: webhookSchemas.delivery, status: 202 },
      permit,
      handle: async (input, { now }) => {
        const row = await existingDelivery(store, input);
        if ((await webhookById(store, input.id))?.status !== 'enabled') throw webhookErrors.rest_webhook_disabled();
        if (!(await repeatDelivery(store, row, now))) throw webhookErrors.rest_delivery_pending();
        return reply(shownDelivery({ ...row, state: 'pending', error: '' }), { status: 202 });
      },
    }),
  ];
}

async function existingDelivery(
  store: Store,
  { id, delivery }: { readonly id: number; readonly delivery: number },
): Promise<DeliveryRow> {
  const row = await deliveryById(store, delivery);
  if (row?.webhookId !== id) throw webhookErrors.rest_delivery_invalid_id();
  return row;
}

export const webhookErrors = defineErrors({
  rest_cannot_manage_webhooks: { status: 'denied', message: () => 'You are not allowed to manage webhooks.' },
  rest_webhook_invalid_id: { status: 404, message: () => 'There is no webhook with this number.' },
  rest_delivery_invalid_id: { status: 404, message: () => 'There is no delivery with this number.' },
  rest_webhooks_full: {
    status: 400,
    message: ({ most }: { readonly most: number }) => `A site has at most ${most} webhooks. Remove one first.`,
  },
  rest_webhook_disabled: {
    status: 400,
    message: () => 'The webhook is disabled. Enable it first.',
  },
  rest_webhook_configured: {
    status: 400,
    message: () => 'The secret of this webhook is that of the configuration: change PLATEN_WEBHOOK_SECRET.',
  },
  rest_delivery_pending: { status: 400, message: () => 'The delivery is yet to be sent anyway.' },
});
