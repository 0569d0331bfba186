import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../src/api/openapi/components.ts';
import type { Registry } from '../../src/api/routing/registry.ts';
import type { CheckAnswer } from './check-answer.ts';

/** Compares answers with what an OpenAPI document says of them; null where an answer is as the document says. */
export function createDocumentCheck(document: OpenApiDocument, registry: Registry, knowsFields: boolean): CheckAnswer {
  const exact = validatorsOf(document);
  const reduced = validatorsOf(withoutRequired(document));
  return ({ method, path, query, status, body }) => {
    if (method === 'HEAD' || method === 'OPTIONS' || typeof body === 'string') return null;
    const found = registry.pathAt(path);
    if (!found || (status >= 300 && status < 400)) return null;
    const template = found.path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
    const operation = document.paths[template]?.[method.toLowerCase()];
    // An unknown method is refused as an unknown path is.
    if (!operation) return status === 404 || status === 405 ? null : `${method} ${template} is not in the document`;
    const key = [String(status), `${String(status)[0]}XX`].find((one) => one in operation.responses);
    if (key === undefined) return `${method} ${template} has no answer ${status}`;
    const isReduced = knowsFields && [...query.keys()].some((name) => name.startsWith('_fields'));
    const at = ['paths', template, method.toLowerCase(), 'responses', key];
    return (isReduced ? reduced : exact)(at, body);
  };
}

function validatorsOf(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, inlineRefs: false });
  // The members of the document itself, which say nothing of an answer.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ ...document, $id: 'http://document.test/openapi.json' });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (response: readonly string[], body: unknown): string | null => {
    const at = [...referred(document, response), 'content', 'application/json', 'schema'];
    const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `http://document.test/openapi.json#/${pointer}` });
    compiled.set(pointer, validate);
    if (validate(body)) return null;
    const told = (validate.errors ?? []).slice(0, 6);
    return told.map((e) => `${e.instancePath || '/'} ${e.message} ${JSON.stringify(e.params)}`).join('; ');
  };
}

/** The place of a response, or of the one it refers to. */
function referred(document: OpenApiDocument, at: readonly string[]): readonly string[] {
  const value = at.reduce<unknown>((inner, part) => Object(inner)[part], document);
  const reference = Object(value).$ref;
  return typeof reference === 'string' ? reference.slice(2).split('/') : at;
}

/** The same without members being required: `_fields` chose some. */
function withoutRequired(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'required' && Array.isArray(value) ? undefined : value,
  );
}
