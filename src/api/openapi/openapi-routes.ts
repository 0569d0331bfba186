import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Call } from '../call.ts';
import { type Reply, replyAs } from '../reply.ts';
import type { RouteModule } from '../routing/registry.ts';
import { anyone, route } from '../routing/route.ts';
import type { OpenApiDocument } from './components.ts';
import { openapiDocument } from './openapi-document.ts';
import { referencePage } from './reference-page.ts';

/** What the document says of the program. */
export interface OpenapiContext {
  readonly version: string;
  readonly sessionCookie: string;
}

const documentPath = '/platen/v1/openapi.json';

/** The interface as an OpenAPI document, and as a page to read. */
export function openapiRoutes(context: OpenapiContext): RouteModule {
  const documentOf = latest((call) => describe(call, context));
  const textOf = latest((call) => JSON.stringify(documentOf(call)));
  const pageOf = latest((call) => renderReference(documentOf(call), call));
  return {
    routes: [
      route({
        method: 'GET',
        path: documentPath,
        summary: 'Describe every route as an OpenAPI 3.1 document.',
        response: { schema: { type: 'object' } },
        permit: anyone,
        handle: (_input, call) => replyAs('application/json; charset=UTF-8', textOf(call)),
      }),
      route({
        method: 'GET',
        path: '/platen/v1/reference',
        summary: 'Show every route as a page for people.',
        response: { type: 'text/html' },
        permit: anyone,
        handle: (_input, call) => pageOf(call),
      }),
    ],
  };
}

function describe({ api, site, variant }: Call, context: OpenapiContext): OpenApiDocument {
  return openapiDocument(api, { ...context, title: site.title, apiUrl: site.apiUrl, variant });
}

/** Makes a value once, and again when the site has another title or address. */
function latest<T>(make: (call: Call) => T): (call: Call) => T {
  let made: { readonly key: string; readonly value: T } | null = null;
  return (call) => {
    const key = `${call.site.apiUrl}\n${call.site.title}`;
    if (made?.key !== key) made = { key, value: make(call) };
    return made.value;
  };
}

const asset = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

async function renderReference(document: OpenApiDocument, { site }: Call): Promise<Reply> {
  const [style, script] = await Promise.all([asset('./reference.css'), asset('./reference.client.js')]);
  const body = referencePage(document, { style, script, documentUrl: site.apiUrl + documentPath, siteUrl: site.url });
  const policy = [
    "default-src 'none'",
    `style-src ${source(style)}`,
    `script-src ${source(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return replyAs('text/html; charset=UTF-8', body, { headers: { 'Content-Security-Policy': policy.join('; ') } });
}
