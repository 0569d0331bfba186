import type { InterfaceDescription, PathDescription } from '../routing/description.ts';
import { type Variant, variantTitles } from '../variant.ts';
import type { ApiOperation, OpenApiDocument } from './components.ts';
import {
  refersToComponents,
  responseComponents,
  securitySchemes,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
} from './components.ts';
import { apiOperation, shownPath } from './operation.ts';

/** What the document says beside the routes. */
export interface DocumentSource {
  readonly title: string;
  /** URL of the interface's root. */
  readonly apiUrl: string;
  readonly version: string;
  readonly variant: Variant;
  readonly sessionCookie: string;
}

/** The interface as an OpenAPI 3.1 document: every route with its arguments, and the exact form of its answers. */
export function openapiDocument(described: InterfaceDescription, about: DocumentSource): OpenApiDocument {
  const { answers, components } = responseComponents(described);
  const parameters = sharedParameters(about.variant.protocol);
  const shared = Object.keys(parameters);
  const paths = described.paths.map((path) => {
    const operations = path.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method): [string, ApiOperation] => [
        method.toLowerCase(),
        apiOperation({ path, endpoint, method, tag: tagOf(path), answers, shared }),
      ]),
    );
    return [shownPath(path), Object.fromEntries(operations)] as const;
  });
  return refersToComponents({
    openapi: '3.1.1',
    info: {
      title: about.title,
      version: about.version,
      description: introduction(about.variant),
      'x-variant': about.variant.name,
    },
    servers: [{ url: about.apiUrl }],
    security: [{}, { applicationPassword: [] }, { session: [], nonce: [] }],
    tags: tagsOf(described),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters,
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes: securitySchemes(about.sessionCookie),
    },
  });
}

const introduction = ({
  name,
}: Variant): string => `Every route of this site (${variantTitles[name]}), made from the values that the
server itself validates with.

- An item is shown in one of three contexts: \`view\` to readers, \`edit\` to its editors, \`embed\` inside other answers.
  Each has a schema: \`PostView\`, \`PostEdit\`, \`PostEmbed\`.
- Lists are sent with commas: \`include=1,2\`.
- \`_envelope\` wraps status, headers and body of any answer in one object, for clients that cannot read headers.
- \`_method\` or \`X-HTTP-Method-Override\` sends another method as a POST.
- Anonymous callers read what is public. Others send an application password, or the cookie of a session with its nonce.`;

/** The collection in `wp/v2`, else the namespace. */
function tagOf({ namespace, path }: PathDescription): string {
  if (namespace !== 'wp/v2') return namespace === '' ? 'discovery' : namespace;
  return path.template.split('/')[3] ?? 'discovery';
}

function tagsOf({ paths }: InterfaceDescription): OpenApiDocument['tags'] {
  const described = new Map(paths.map((path) => [tagOf(path), path.namespace]));
  const inOrder = [...described].sort(([, a], [, b]) => rankOf(a) - rankOf(b));
  return inOrder.map(([name, namespace]) => ({
    name,
    description: name === 'discovery' ? 'What this site offers.' : `\`${name}\` in \`${namespace}\`.`,
  }));
}

/** What is asked for most stands first. */
function rankOf(namespace: string): number {
  const rank = ['', 'wp/v2', 'platen/v1'].indexOf(namespace);
  return rank < 0 ? 3 : rank;
}
