import { readFile } from 'node:fs/promises';
import type { ActiveExtension, SiteAnswer } from '../../extension.ts';
import { listPopups } from './popup-record.ts';

/** The script that shows popups, and the data it reads; neither is part of the REST interface. */
export const popupPages =
  (formsPrefix: string): NonNullable<ActiveExtension['page']> =>
  async (request, { store, site }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = request.url.split('?')[0];
    if (path === '/embed/popups.js') return answer('text/javascript; charset=UTF-8', await script());
    if (path !== '/embed/popups.json') return null;
    const shown = (await listPopups(store)).filter((popup) => popup.enabled && popup.status === 'publish');
    return answer(
      'application/json; charset=UTF-8',
      JSON.stringify({
        analytics: `${site.apiUrl}/popups/v1/analytics`,
        // The event that a form of this site fires after it was sent.
        formSent: `${formsPrefix}mailsent`,
        popups: shown.map(({ id, title, content, settings }) => ({ id, title, content: withForms(content), settings })),
      }),
    );
  };

const script = () => readFile(new URL('./popups.client.js', import.meta.url), 'utf8');

/** Replaces the shortcode of a form by the element that the forms' own script fills. */
function withForms(content: string): string {
  return content.replace(/\[contact-form\b[^\]]*?\bid="?(\d+)"?[^\]]*\]/g, '<div data-cform-embed="$1"></div>');
}

/** Both may be fetched from pages of other sites, and cached for a minute. */
function answer(type: string, payload: string): SiteAnswer {
  return {
    status: 200,
    type,
    payload,
    headers: {
      'Cache-Control': 'public, max-age=60',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
