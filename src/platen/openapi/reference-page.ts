import { html, raw } from 'hono/html';
import type { ApiOperation, OpenApiDocument } from '../../openapi/openapi-types.ts';
import { type ShownOperation, showOperation } from './reference-operation.ts';
import { anchorOf, type HtmlPiece, showSchema } from './reference-schema.ts';

export interface ReferenceAssets {
  readonly style: string;
  readonly script: string;
  readonly documentUrl: string;
  readonly siteUrl: string;
}

/** The document as a page. Everything is in it, so that it needs no other file and works without its script. */
export function referencePage(document: OpenApiDocument, assets: ReferenceAssets): string {
  const { title, version } = document.info;
  const groups = groupsOf(document);
  const schemas = Object.entries(document.components.schemas);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Interface of ${title}</title>
<style>${raw(assets.style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the routes</a>
<header>
<h1>Interface of ${title}</h1>
<p>Platen ${version} at <code>${document.servers[0]?.url ?? ''}</code>. As data: <a href="${assets.documentUrl}">OpenAPI ${document.openapi}</a>. <a href="${assets.siteUrl}">Go to the site</a>.</p>
<div class="search" hidden>
<label for="filter">Find a route</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="posts, delete, per_page …">
<p id="count" role="status"></p>
</div>
</header>
<div class="columns">
<nav aria-label="Groups of routes">
<ul>${groups.map(({ tag, operations }) => html`<li><a href="#${anchorOf('tag', tag)}">${tag}</a> <span>${operations.length}</span></li>`)}<li><a href="#schemas">Schemas</a> <span>${schemas.length}</span></li></ul>
</nav>
<main id="main" tabindex="-1">
${groups.map(showGroup)}
<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Schemas</h2>
${schemas.map(([name, schema]) => html`<details id="${anchorOf('schema', name)}"><summary><h3>${name}</h3></summary><pre>${showSchema(schema)}</pre></details>`)}
</section>
</main>
</div>
<script type="module">${raw(assets.script)}</script>
</body>
</html>
`;
  return String(page);
}

interface Group {
  readonly tag: string;
  readonly operations: readonly ShownOperation[];
}

function showGroup({ tag, operations }: Group): HtmlPiece {
  const anchor = anchorOf('tag', tag);
  return html`<section id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title">${tag}</h2>
${operations.map(showOperation)}
</section>
`;
}

function groupsOf({ tags, paths, components }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    merged(Object.entries(methods)).map(({ names, operation }) => ({ path, methods: names, operation, components })),
  );
  return tags.map(({ name }) => ({
    tag: name,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

/** Methods of one path that do the same are shown as one. */
function merged(methods: readonly (readonly [method: string, operation: ApiOperation])[]) {
  const bySummary = Map.groupBy(methods, ([, operation]) => operation.summary);
  return [...bySummary.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ names: same.map(([method]) => method.toUpperCase()), operation: first[1] }] : [];
  });
}
