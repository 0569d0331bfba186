import { STATUS_CODES } from 'node:http';
import type { EndpointDescription, InterfaceDescription, PathDescription } from '../../src/api/routing/description.ts';
import { argumentTable } from './argument-table.ts';
import { fieldTable } from './field-table.ts';
import { code, type GeneratedPage, generatedNote, page, plain, table } from './markdown.ts';
import type { MakeExample } from './route-examples.ts';
import { laterSubject, type Subject, subjectOf } from './route-subjects.ts';

interface Described {
  readonly a: InterfaceDescription;
  readonly b: InterfaceDescription;
  readonly c: InterfaceDescription;
}

interface Examples {
  readonly a: MakeExample;
  /** Of what only this variant has. */
  readonly c: MakeExample;
}

/** An index of all routes, and a page for each subject with arguments, fields, errors and examples. */
export async function routePages({ a, b, c }: Described, examples: Examples): Promise<GeneratedPage[]> {
  const bySubject = Map.groupBy(a.paths, (path) => subjectOf(path));
  const pages: GeneratedPage[] = [];
  for (const [subject, paths] of bySubject)
    pages.push(await subjectPage({ subject, paths, other: b, example: examples.a }));
  const known = new Set(a.paths.map(({ path }) => path.template));
  const added = c.paths.filter(({ path }) => !known.has(path.template));
  const work = { subject: laterSubject, paths: added, other: c, example: examples.c };
  const everything = { ...b, paths: [...b.paths, ...added] };
  return [indexPage([...bySubject, [laterSubject, added]], everything), ...pages, await subjectPage(work)];
}

const preface = `Paths are relative to \`/wp-json\`. What is marked *A* exists in [variant](concepts/variants.md) A only. Every
collection and item also answers HEAD and OPTIONS; \`_fields\` (A), \`_embed\`, \`_envelope\`, \`_jsonp\` and \`_method\` work
everywhere. Lists say in \`X-WP-Total\` and \`X-WP-TotalPages\` how much there is.

The published schemas of posts, pages and media list the states that a client can set as \`status\`. Answers also contain
\`trash\` (what was removed but not erased) and \`inherit\` (media and revisions, which are as visible as what they belong
to); clients should expect both.`;

function indexPage(subjects: readonly (readonly [Subject, PathDescription[]])[], other: InterfaceDescription) {
  return page('api.md', [
    '# Routes',
    generatedNote,
    preface,
    ...subjects.flatMap(([{ title, slug }, paths]) => [
      `## ${title}`,
      table(
        ['Request', 'What it does'],
        paths.flatMap((path) =>
          path.endpoints.map((endpoint) => [
            `[${endpoint.methods.join(', ')} \`${shownPath(path)}\`](reference/routes/${slug}.md)${onlyA(path, other)}`,
            plain(endpoint.summary),
          ]),
        ),
      ),
    ]),
  ]);
}

interface SubjectWork {
  readonly subject: Subject;
  readonly paths: readonly PathDescription[];
  readonly other: InterfaceDescription;
  readonly example: MakeExample;
}

async function subjectPage({ subject, paths, other, example }: SubjectWork): Promise<GeneratedPage> {
  const sections: string[] = [];
  for (const path of paths)
    for (const [i, endpoint] of path.endpoints.entries())
      sections.push(...(await section(path, { endpoint, i, other, example })));
  const errors = subject.errors.map(([title, anchor]) => `[${title}](../errors.md#${anchor})`).join(', ');
  return page(`reference/routes/${subject.slug}.md`, [
    `# ${subject.title}`,
    generatedNote,
    `[All routes](../../api.md). Errors: ${errors}. The examples were run on a new site; lists show their first item,
long texts are cut, and \`_links\` are left out.`,
    ...sections,
    ...fieldTable(paths, other),
  ]);
}

async function section(
  path: PathDescription,
  work: { endpoint: EndpointDescription; i: number; other: InterfaceDescription; example: MakeExample },
): Promise<string[]> {
  const { endpoint, other, i } = work;
  const twin = other.paths.find((one) => one.path.template === path.path.template)?.endpoints[i];
  const [method = 'GET'] = endpoint.methods;
  const { request, status, answer } = await work.example(method, path.path.template);
  return [
    `## ${endpoint.methods.join(', ')} \`${shownPath(path)}\`${onlyA(path, other)}`,
    plain(endpoint.summary),
    ...argumentTable(endpoint, twin ?? null),
    code('sh', request),
    `Answer: ${status} ${STATUS_CODES[status] ?? ''}`,
    answer === '' ? '' : code('json', answer),
  ];
}

function onlyA(path: PathDescription, other: InterfaceDescription): string {
  return other.paths.some((one) => one.path.template === path.path.template) ? '' : ' *A*';
}

function shownPath({ path }: PathDescription): string {
  return path.template.replace(/\{(\w+):\w+\}/g, '{$1}');
}
