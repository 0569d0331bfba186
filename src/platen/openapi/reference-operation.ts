import { html } from 'hono/html';
import type {
  ApiAnswer,
  ApiComponents,
  ApiContent,
  ApiOperation,
  ApiParameter,
  ApiReference,
} from '../../openapi/openapi-types.ts';
import { anchorOf, type HtmlPiece, showSchema } from './reference-schema.ts';

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
