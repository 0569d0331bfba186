import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createClient } from '../../../src/client/client.ts';
import { nodePreviewHandler } from '../../../src/front-end/preview-server.ts';
import { freePort } from '../../support/free-port.ts';

/** A server of its own, on an origin of its own. */
export interface SmallServer {
  readonly origin: string;
  close(): Promise<void>;
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<SmallServer> {
  const port = await freePort();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((closed) => void server.close(() => closed()).closeAllConnections()),
  };
}

/** A front end without a framework: `/7` is the page of post 7, with a preview where its address has a token. */
export function smallFrontEnd(platen: string): Promise<SmallServer> {
  const client = createClient({ url: platen });
  const preview = nodePreviewHandler({
    url: platen,
    render: ({ item }) => pageOf(item),
    notFound: () => 'It has ended.',
  });
  let script: Promise<string> | undefined;
  return serve(async (request, response) => {
    if (request.url === '/preview.js') {
      script ??= previewScript(platen);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await script);
    } else if (!(await preview(request, response))) {
      const post = await client.posts.get(Number(request.url?.slice(1)));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(post));
    }
  });
}

/** A site that wishes to know more than it should: its pages write down what they are sent. */
export function curiousSite(): Promise<SmallServer> {
  const page = `<!doctype html><title>Curious</title><script>
    window.heard = [];
    addEventListener('message', ({ data }) => heard.push(data));
  </script>`;
  return serve(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
}

interface Shown {
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
  readonly excerpt: { readonly rendered: string };
  readonly meta?: unknown;
}

const pageOf = ({ title, content, excerpt }: Shown): string => `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Small front end</title>
<style>body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif }</style>
<main>
  <h1 data-platen-field="title">${title.rendered}</h1>
  <div class="summary" data-platen-field="excerpt">${excerpt.rendered}</div>
  <div class="text" data-platen-field="content">${content.rendered}</div>
  <p>Price: <span data-platen-field="meta.price"></span></p>
  <p data-platen-field="meta.secret">Nothing that can be edited</p>
</main>
<script src="/preview.js"></script></html>`;

async function previewScript(editor: string): Promise<string> {
  const entry = fileURLToPath(new URL('../../../src/front-end/preview.ts', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import { connectPreview } from ${JSON.stringify(entry)}; connectPreview({ editor: ${JSON.stringify(editor)} });`,
      resolveDir: '.',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
