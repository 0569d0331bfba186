import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import type { Store } from '../../storage/store.ts';
import {
  countDeliveries,
  deliveryById,
  listDeliveries,
  repeatDelivery,
  webhookById,
} from '../../webhooks/endpoints.ts';
import { type DeliveryRow, deliveryStates } from '../../webhooks/webhook-tables.ts';
import { shownDelivery, webhookSchemas } from './shown-webhooks.ts';
import { webhookErrors } from './webhook-errors.ts';

/** What was sent to an endpoint, and what came of it. */
export function deliveryRoutes(store: Store, permit: (input: unknown, call: Call) => void): Route[] {
  const path = '/platen/v1/webhooks/{id:int}/deliveries';
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the deliveries of a webhook, newest first.',
      args: {
        state: s.string({ enum: deliveryStates, description: 'Only those in this state.' }),
        page: s.integer({ default: 1, minimum: 1, description: 'Which page.' }),
        per_page: s.integer({ default: 20, minimum: 1, maximum: 100, description: 'How many on a page.' }),
      },
      answers: { schema: json.listOf(webhookSchemas.delivery) },
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
      answers: { schema: webhookSchemas.withPayload },
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
      answers: { schema: webhookSchemas.delivery, status: 202 },
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
