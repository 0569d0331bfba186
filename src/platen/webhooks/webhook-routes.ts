import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { Store } from '../../storage/store.ts';
import { refusedUrl } from '../../webhooks/endpoint-url.ts';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  mostWebhooks,
  removeWebhook,
  rotateSecret,
  type WebhookActor,
  webhookById,
} from '../../webhooks/endpoints.ts';
import { unknownPattern } from '../../webhooks/event-names.ts';
import { pingWebhook } from '../../webhooks/ping.ts';
import { webhookSecret } from '../../webhooks/signature.ts';
import type { WebhookRow } from '../../webhooks/webhook-tables.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { shownDelivery, shownWebhook, webhookSchemas } from './shown-webhooks.ts';
import { webhookErrors } from './webhook-errors.ts';

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
        answers: { schema: json.listOf(webhookSchemas.webhook) },
        permit,
        handle: async (_, { now }) => reply((await listWebhooks(store)).map((row) => shownWebhook(row, now))),
        shareable,
      }),
      route({
        method: 'POST',
        path: '/platen/v1/webhooks',
        summary: 'Add a webhook; the answer shows its secret, once.',
        answers: { schema: webhookSchemas.withSecret, status: 201 },
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
      answers: { schema: webhookSchemas.webhook },
      permit,
      handle: async ({ id }, { now }) => reply(shownWebhook(await existingWebhook(store, id), now)),
      shareable: false,
    }),
    route({
      method: writing,
      path,
      summary: 'Change a webhook, or enable it again.',
      answers: { schema: webhookSchemas.webhook },
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
      answers: { schema: json.object({ deleted: json.words(true), previous: webhookSchemas.webhook }) },
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
      answers: { schema: webhookSchemas.withSecret },
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
        const row = await rotateSecret(store, id, call.now + overlap_hours * 3_600_000, actorOf(call));
        if (!row) throw webhookErrors.rest_webhook_invalid_id();
        return reply(await withSecret(row, call, context));
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/webhooks/{id:int}/ping',
      summary: 'Send a webhook a message that says nothing, to try it.',
      answers: { schema: webhookSchemas.delivery, status: 202 },
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
