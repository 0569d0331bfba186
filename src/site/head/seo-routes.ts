import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route, writing } from '../../api/routing/route.ts';
import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { noSeo, type SeoValues } from '../../rules/seo.ts';
import { isShownTaxonomy, type ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Post, Term } from '../../storage/rows.ts';
import type { Core } from '../../wp/core.ts';
import { editableItem } from '../../wp/posts/content-permissions.ts';
import { contentItem } from '../../wp/posts/content-routes.ts';
import { loadPostSeo, loadTermSeo } from '../../wp/seo/load-seo.ts';
import { seoErrors } from '../../wp/seo/seo-errors.ts';
import { storePostSeo, storeTermSeo } from '../../wp/seo/store-seo.ts';
import { termErrors } from '../../wp/terms/term-errors.ts';
import { knownTerm } from '../../wp/terms/term-permissions.ts';
import { loadPictures } from '../pages/pictures.ts';
import { wordsIn } from '../theme/words.ts';
import type { HeadFacts } from './page-head.ts';
import { type HeadWork, postHeads, termHeads } from './page-heads.ts';

const longestTitle = 600;
const longestDescription = 2_000;
const longestAddress = 2_000;

const upTo = (name: string, most: number) => (text: string) =>
  text.length > most ? `${name} has at most ${most} characters.` : null;

const seoArguments = {
  title: s.string({
    description: 'Title of the page; empty for that of the item.',
    check: upTo('title', longestTitle),
  }),
  description: s.string({ description: 'Description of the page.', check: upTo('description', longestDescription) }),
  canonical: s.string({
    description: 'Address that search engines are to show instead; empty for its own.',
    check: (text: string) =>
      text.trim() === '' ||
      (text.length <= longestAddress && /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim()))
        ? null
        : 'canonical must be an address that begins with http:// or https://.',
  }),
  noindex: s.boolean({ nullable: true, description: 'Whether search engines leave it out; null as its type says.' }),
  social_title: s.string({ description: 'Title of cards that link to it.', check: upTo('social_title', longestTitle) }),
  social_description: s.string({
    description: 'Description of such cards.',
    check: upTo('social_description', longestDescription),
  }),
  picture: s.integer({ minimum: 0, description: 'Picture of such cards; 0 for the featured one.' }),
  dry_run: s.boolean({ default: false, description: 'Show what the page would say, and store nothing.' }),
};

const seoSchema = json.object({
  title: json.string,
  description: json.string,
  canonical: json.string,
  noindex: json.orNull(json.boolean),
  social_title: json.string,
  social_description: json.string,
  picture: json.integer,
  /** What its page says with these values. */
  shown: json.object({
    title: json.string,
    description: json.string,
    canonical: json.string,
    noindex: json.boolean,
    social_title: json.string,
    social_description: json.string,
    picture_url: json.string,
  }),
});

/** What an item or a term says of itself to search engines and to sites that link to it. */
export function seoRoutes(core: Core): RouteModule {
  const shown = core.taxonomies.filter(isShownTaxonomy);
  const taxonomyArgument = s.string({
    enum: shown.map(({ name }) => name),
    default: 'category',
    description: 'Taxonomy of the term.',
  });
  const taxonomyOf = (name: string | undefined): ShownTaxonomy => {
    const found = shown.find((taxonomy) => taxonomy.name === (name ?? 'category'));
    if (!found) throw termErrors.rest_term_invalid();
    return found;
  };
  const editableTerm = async (input: { readonly id?: number; readonly taxonomy?: string }, call: Call) => {
    const taxonomy = taxonomyOf(input.taxonomy);
    const term = await knownTerm(taxonomy, input.id, call);
    if (!call.caller.can(taxonomy.capabilities.edit)) throw termErrors.rest_cannot_update();
    return term;
  };
  const workOf = (call: Call): HeadWork => ({ call, core, words: wordsIn(call.site.language) });
  const ofPost = async (post: Post, call: Call, instead: Partial<SeoValues> = {}): Promise<Answer> => {
    const [head] = await postHeads(workOf(call), [post], instead);
    return answer({ ...(await loadPostSeo(post.id, call)), ...instead }, head);
  };
  const ofTerm = async (term: Term, call: Call, instead: Partial<SeoValues> = {}): Promise<Answer> => {
    const [head] = await termHeads(workOf(call), term.taxonomy, [term], instead);
    const [values = noSeo] = await loadTermSeo([term], call);
    return answer({ ...values, ...instead }, head);
  };
  const item = '/platen/v1/content/{id:int}/seo';
  const ofItem = {
    response: { schema: seoSchema },
    requiresLogin: true,
    item: contentItem,
    permit: async (input: { readonly id?: number }, call: Call) => {
      await editableItem(core.kinds, input, call);
    },
  } as const;
  const term = '/platen/v1/terms/{id:int}/seo';
  const permitTerm = async (input: { readonly id?: number; readonly taxonomy?: string }, call: Call) => {
    await editableTerm(input, call);
  };
  return {
    routes: [
      route({
        ...ofItem,
        method: 'GET',
        path: item,
        summary: 'Show what an item of any type says to search engines and in cards.',
        handle: async ({ id }, call) => reply(await ofPost((await editableItem(core.kinds, { id }, call)).post, call)),
      }),
      route({
        ...ofItem,
        method: writing,
        path: item,
        summary: 'Change what an item of any type says to search engines and in cards.',
        args: seoArguments,
        undoable: true,
        handle: async (input, call) => {
          const { post } = await editableItem(core.kinds, input, call);
          const changes = await changesIn(input, workOf(call));
          if (input.dry_run) return reply(await ofPost(post, call, changes));
          await storePostSeo(post.id, changes, call.store);
          call.forget();
          return reply(await ofPost(post, call));
        },
      }),
      route({
        method: 'GET',
        path: term,
        summary: 'Show what a term says to search engines and in cards.',
        args: { taxonomy: taxonomyArgument },
        response: { schema: seoSchema },
        requiresLogin: true,
        permit: permitTerm,
        handle: async (input, call) => reply(await ofTerm(await editableTerm(input, call), call)),
      }),
      route({
        method: writing,
        path: term,
        summary: 'Change what a term says to search engines and in cards.',
        args: { taxonomy: taxonomyArgument, ...seoArguments },
        response: { schema: seoSchema },
        requiresLogin: true,
        undoable: true,
        permit: permitTerm,
        handle: async (input, call) => {
          const changed = await editableTerm(input, call);
          const changes = await changesIn(input, workOf(call));
          if (input.dry_run) return reply(await ofTerm(changed, call, changes));
          await storeTermSeo(changed, changes, call.store);
          call.forget();
          return reply(await ofTerm(changed, call));
        },
      }),
    ],
  };
}

type Answer = OutputOf<typeof seoSchema>;

interface SeoInput {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly canonical?: string | undefined;
  readonly noindex?: boolean | null | undefined;
  readonly social_title?: string | undefined;
  readonly social_description?: string | undefined;
  readonly picture?: number | undefined;
}

async function changesIn(input: SeoInput, work: HeadWork): Promise<Partial<SeoValues>> {
  const { picture, noindex } = input;
  const changes = {
    title: line(input.title),
    description: line(input.description),
    canonical: input.canonical?.trim(),
    noindex,
    socialTitle: line(input.social_title),
    socialDescription: line(input.social_description),
    pictureId: picture,
    pictureUrl: picture === undefined ? undefined : await pictureUrlOf(picture, work),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** A text on one line, without characters that nobody sees. */
const line = (text: string | undefined): string | undefined => text?.replace(/[\s\p{Cc}]+/gu, ' ').trim();

async function pictureUrlOf(id: number, work: HeadWork): Promise<string> {
  if (id === 0) return '';
  const image = (await loadPictures(work, [id])).get(id);
  if (!image) throw seoErrors.platen_unknown_picture();
  return image.full.url;
}

function answer(values: SeoValues, head: HeadFacts | undefined): Answer {
  return {
    title: values.title,
    description: values.description,
    canonical: values.canonical,
    noindex: values.noindex,
    social_title: values.socialTitle,
    social_description: values.socialDescription,
    picture: values.pictureId,
    shown: {
      title: head?.title ?? '',
      description: head?.description ?? '',
      canonical: head?.canonical ?? '',
      noindex: head ? !head.isIndexed : true,
      social_title: head?.socialTitle || head?.title || '',
      social_description: head?.socialDescription || head?.description || '',
      picture_url: head?.picture?.src ?? '',
    },
  };
}
