import type { APIRoute } from 'astro';
import { webhookRoute } from 'platen/webhook';
import { buildHookUrl, webhookSecret } from '../../lib/environment';
import { rebuild } from '../../lib/rebuild';

export const prerender = false;

/** Platen tells of a change: the site is built again, here or by the service that hosts it. */
const take = webhookRoute({
  secret: webhookSecret,
  expire: async () => {
    // While Astro serves for development, collections follow the site by themselves.
    if (import.meta.env.DEV) return;
    if (buildHookUrl === '') {
      rebuild().catch((error: unknown) => console.error('The site was not built again.', error));
      return;
    }
    // Platen comes again where this fails.
    const { ok, status } = await fetch(buildHookUrl, { method: 'POST' });
    if (!ok) throw new Error(`The build was not started: ${status}`);
  },
});

export const POST: APIRoute = ({ request }) => take(request);
