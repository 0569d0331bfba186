import { defineErrors } from '../../errors.ts';

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
  rest_delivery_pending: { status: 400, message: () => 'The delivery is yet to be sent anyway.' },
});
