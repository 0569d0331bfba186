import {
  addWebhook,
  deliveryById,
  isConfigured,
  listDeliveries,
  listWebhooks,
  mostWebhooks,
  refusedUrl,
  removeWebhook,
  repeatDelivery,
  rotateSecret,
  type WebhookActor,
  webhookById,
} from '../changes/webhooks/endpoints.ts';
import { unknownPattern } from '../changes/webhooks/event-names.ts';
import { webhookSecret, webhookSecretPurpose } from '../changes/webhooks/signature.ts';
import type { DeliveryRow, WebhookRow } from '../changes/webhooks/webhook-tables.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import type { Store } from '../storage/store.ts';

const mostDeliveries = 50;
const usualOverlapHours = 24;

/** Webhooks from the terminal. */
export const webhookCommands: readonly Command[] = [
  defineCommand({
    name: 'webhook list',
    summary: 'List the webhooks.',
    run: async ({ store, print }) => {
      const rows = await listWebhooks(await store());
      if (rows.length === 0) print('There are no webhooks.');
      for (const { id, status, url, events, reason } of rows)
        print([id, status, url, events.join(','), reason || '-'].join('\t'));
    },
  }),
  defineCommand({
    name: 'webhook add',
    summary: 'Add a webhook and show its secret, once.',
    operands: ['url'],
    flags: {
      events: { value: 'LIST', help: 'What it is told of, such as post.*,page.publish; everything by default.' },
      description: { value: 'TEXT', help: 'A note for people.' },
    },
    run: async (context) => {
      const { operands, flags, print, clock } = context;
      const events = (flags.events ?? '*').split(',').map((one) => one.trim());
      const refused = refusedUrl(operands.url) ?? unknownPattern(events, null);
      if (refused !== null) throw new CommandError(refused);
      const choices = { url: operands.url, events, description: flags.description ?? '' };
      const row = await addWebhook(await context.store(), choices, atTerminal(clock));
      if (!row) throw new CommandError(`A site has at most ${mostWebhooks} webhooks. Remove one first.`);
      print(`Webhook ${row.id} is added. Its secret, which is not shown again:`);
      print(await secretOf(row, context));
    },
  }),
  defineCommand({
    name: 'webhook remove',
    summary: 'Remove a webhook with its deliveries.',
    operands: ['id'],
    run: async ({ store, operands, print, clock }) => {
      if (!(await removeWebhook(await store(), numberOf(operands.id), atTerminal(clock)))) throw noWebhook(operands.id);
      print(`Webhook ${operands.id} is removed.`);
    },
  }),
  defineCommand({
    name: 'webhook rotate',
    summary: 'Give a webhook a new secret and show it, once; both sign for a while.',
    operands: ['id'],
    flags: {
      overlap: { value: 'HOURS', help: `How long the old secret signs as well; ${usualOverlapHours} by default.` },
    },
    run: async (context) => {
      const { operands, flags, print, clock } = context;
      const hours = Number(flags.overlap ?? usualOverlapHours);
      if (!Number.isInteger(hours) || hours < 0 || hours > 720)
        throw new CommandError('The overlap is a whole number of hours from 0 to 720.');
      const untilMs = clock() + hours * 3_600_000;
      const before = await webhookById(await context.store(), numberOf(operands.id));
      if (before && isConfigured(before))
        throw new CommandError('Its secret is that of the configuration: change PLATEN_WEBHOOK_SECRET.');
      const row = await rotateSecret(await context.store(), numberOf(operands.id), untilMs, atTerminal(clock));
      if (!row) throw noWebhook(operands.id);
      print(`Webhook ${row.id} has a new secret, which is not shown again; the old one signs for ${hours} hours.`);
      print(await secretOf(row, context));
    },
  }),
  defineCommand({
    name: 'webhook deliveries',
    summary: `List the last deliveries of a webhook, newest first, at most ${mostDeliveries}.`,
    operands: ['id'],
    run: async ({ store, operands, print }) => {
      const open = await store();
      const webhookId = numberOf(operands.id);
      if (!(await webhookById(open, webhookId))) throw noWebhook(operands.id);
      const rows = await listDeliveries(open, { webhookId, limit: mostDeliveries, offset: 0 });
      if (rows.length === 0) print('There are no deliveries.');
      for (const row of rows) print(line(row));
    },
  }),
  defineCommand({
    name: 'webhook repeat',
    summary: 'Send a delivery once more, with the same id and text.',
    operands: ['delivery'],
    run: async ({ store, operands, print, clock }) => {
      const open = await store();
      const row = await deliveryById(open, numberOf(operands.delivery));
      if (!row) throw new CommandError(`There is no delivery ${operands.delivery}. "webhook deliveries" shows them.`);
      await refuseDisabled(open, row);
      if (!(await repeatDelivery(open, row, clock()))) throw new CommandError('It is yet to be sent anyway.');
      print(`Delivery ${row.id} is queued again; the running server sends it.`);
    },
  }),
];

const atTerminal = (clock: () => number): WebhookActor => ({ nowMs: clock(), userId: 0, by: 'command' });

async function refuseDisabled(store: Store, { webhookId }: DeliveryRow): Promise<void> {
  if ((await webhookById(store, webhookId))?.status !== 'enabled')
    throw new CommandError('Its webhook is disabled. Enable it first, in the admin page or with the interface.');
}

async function secretOf(row: WebhookRow, { secret }: Pick<CommandContext, 'secret'>): Promise<string> {
  return webhookSecret(await secret(webhookSecretPurpose), row, row.generation);
}

function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`"${text}" is not a number. "webhook list" shows them.`);
  return Number(text);
}

const noWebhook = (id: string) => new CommandError(`There is no webhook ${id}. "webhook list" shows them.`);

function line({ id, state, event, itemKey, attempts, answerStatus, error }: DeliveryRow): string {
  const answer = answerStatus > 0 ? String(answerStatus) : '-';
  return [id, state, event, itemKey, `${attempts} attempts`, answer, error.replace(/\s+/g, ' ').slice(0, 120)].join(
    '\t',
  );
}
