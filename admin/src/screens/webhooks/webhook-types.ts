import type { Routes } from '../../api/interface.ts';

/** An endpoint that is told of changes. */
export type Webhook = Routes['/platen/v1/webhooks/{id}']['GET']['edit'];
/** One message to it. */
export type Delivery = Routes['/platen/v1/webhooks/{id}/deliveries']['GET']['edit'][number];
