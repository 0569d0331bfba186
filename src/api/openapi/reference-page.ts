import { html, raw } from 'hono/html';
import type { JsonSchema } from '../../lib/schema/json-schema.ts';
import type {
  ApiAnswer,
  ApiComponents,
  ApiContent,
  ApiOperation,
  ApiParameter,
  ApiReference,
  OpenApiDocument,
} from './components.ts';

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

/** An operation of a path, with the methods that do it. */
export interface ShownOperation {
  readonly path: string;
  readonly methods: readonly string[];
  readonly operation: ApiOperation;
  readonly components: ApiComponents;
}

export function showOperation({ path, methods, operation, components }: ShownOperation): HtmlPiece {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const own = parameters.map((one) => (isReference(one) ? named(components.parameters, one) : one));
  return html`<details class="operation" id="${anchorOf('operation', operationId)}">
<summary><h3>${methods.map((method) => html`<b class="${method.toLowerCase()}">${method}</b> `)}<code>${path}</code></h3> <span>${summary}</span></summary>
${own.length > 0 && html`<h4>Parameters</h4><dl>${own.map((one) => one && showParameter(one))}</dl>`}
${requestBody && html`<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>${showContent(requestBody.content)}`}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(([status, one]) => {
    const answer = isReference(one) ? named(components.responses, one) : one;
    return answer && showAnswer(status, answer);
  })}</dl>
</details>
`;
}

function showParameter({ name, in: place, required, description, schema }: ApiParameter): HtmlPiece {
  return html`<dt><code>${name}</code> <span>${place}${required ? ', required' : ''}</span></dt><dd>${description ?? ''} <code class="type">${showSchema(schema)}</code>${defaultText(schema)}</dd>`;
}

function defaultText(schema: ApiParameter['schema']): HtmlPiece {
  const value = typeof schema === 'object' ? schema['default'] : undefined;
  return value === undefined ? html`` : html` Default: <code>${JSON.stringify(value)}</code>.`;
}

function showAnswer(status: string, { description, headers = {}, content }: ApiAnswer): HtmlPiece {
  const names = Object.keys(headers);
  return html`<dt><code>${status}</code></dt><dd>${description}${
    names.length > 0 && html` Headers: ${names.map((name, i) => html`${i > 0 ? ', ' : ''}<code>${name}</code>`)}.`
  }${content && showContent(content)}</dd>`;
}

function showContent(content: ApiContent): HtmlPiece {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`<p class="media"><code>${type}</code></p><pre>${showSchema(schema)}</pre>`,
  )}`;
}

const isReference = (value: object): value is ApiReference => '$ref' in value;

const named = <T>(all: Readonly<Record<string, T>>, { $ref }: ApiReference): T | undefined =>
  all[$ref.split('/').at(-1) ?? ''];

/** A piece of HTML; strings put into it are escaped. */
export type HtmlPiece = ReturnType<typeof html>;

/** An id that links of the page lead to. */
export const anchorOf = (kind: 'tag' | 'schema' | 'operation', name: string): string =>
  `${kind}-${name.replace(/[^\w-]+/g, '-')}`;

/** A schema as a type, with links to the schemas it refers to. */
export function showSchema(schema: JsonSchema, depth = 0): HtmlPiece {
  if (typeof schema === 'boolean') return html`anything`;
  const { $ref: reference, anyOf, enum: words, type } = schema;
  if (typeof reference === 'string') return link(reference.split('/').at(-1) ?? '');
  if (isList(anyOf) && type === undefined) return union(anyOf.map((one) => showSchema(asSchema(one), depth)));
  if (isList(words)) return union(words.map((word) => html`<b>${JSON.stringify(word)}</b>`));
  const types = isList(type) ? type : [type];
  return union(types.map((one) => ofType(String(one ?? 'anything'), schema, depth)));
}

function ofType(type: string, schema: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  if (type === 'array') return showList(schema, depth);
  if (type === 'object') return showMembers(schema, depth);
  return html`${type}${limits(schema)}`;
}

function showList({ items, maxItems }: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  if (maxItems === 0) return html`[]`;
  return html`list of ${items === undefined ? 'anything' : showSchema(asSchema(items), depth)}`;
}

function showMembers(schema: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  const { properties, additionalProperties, required } = schema;
  if (properties === undefined) {
    const isOpen = additionalProperties === undefined || typeof additionalProperties === 'boolean';
    return isOpen ? html`object` : html`object of ${showSchema(asSchema(additionalProperties), depth)}`;
  }
  const needed = isList(required) ? required : [];
  const indent = '  '.repeat(depth + 1);
  // Schemas are made by `json`, whose members are schemas again.
  const lines = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, one]) =>
      html`
${raw(indent)}<i>${name}</i>${needed.includes(name) ? '' : '?'}: ${showSchema(one, depth + 1)}${note(one)}`,
  );
  return lines.length === 0
    ? html`{}`
    : html`{${lines}
${raw('  '.repeat(depth))}}`;
}

/** The description of a member, behind it. */
function note(schema: JsonSchema): HtmlPiece {
  const text = typeof schema === 'object' ? schema['description'] : undefined;
  return typeof text === 'string' ? html` <small>${text}</small>` : html``;
}

const limitWords = { minimum: 'from', maximum: 'to', maxLength: 'at most', format: '' } as const;

function limits(schema: Exclude<JsonSchema, boolean>): HtmlPiece {
  const texts = Object.entries(limitWords).flatMap(([name, word]) => {
    const value = schema[name];
    return value === undefined ? [] : [`${word} ${typeof value === 'string' ? value : JSON.stringify(value)}`.trim()];
  });
  return texts.length === 0 ? html`` : html` <small>(${texts.join(', ')})</small>`;
}

const link = (name: string): HtmlPiece => html`<a href="#${anchorOf('schema', name)}">${name}</a>`;

const union = (pieces: readonly HtmlPiece[]): HtmlPiece =>
  html`${pieces.map((piece, i) => (i === 0 ? piece : html` | ${piece}`))}`;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
/** Schemas are made by `json`, whose members are schemas again. */
const asSchema = (value: unknown): JsonSchema => value as JsonSchema;
