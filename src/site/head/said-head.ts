import { filledSeo, type SeoDefaults, type SeoValues, type SeoVariables } from '../../rules/seo.ts';
import type { PictureModel } from '../theme/page-model.ts';
import type { HeadFacts } from './page-head.ts';

/** What is said of a page besides what it shows. */
export interface SaidOfPage {
  readonly values: SeoValues;
  readonly defaults: SeoDefaults;
  /** The name of its type, as the defaults of the site are stored. */
  readonly name: string;
  /** The picture that the values name. */
  readonly picture: PictureModel | null;
  readonly variables: SeoVariables;
}

/** The head of a page with what is said of it; where nothing is said, what it shows counts. */
export function withSaid(facts: HeadFacts, said: SaidOfPage | undefined): HeadFacts {
  if (!said) return facts;
  const { values, defaults, name, picture, variables } = said;
  const all: SeoVariables = {
    sep: defaults.separator,
    excerpt: facts.description,
    excerpt_only: facts.description,
    ...variables,
  };
  const text = (own: string, general: string): string => filledSeo(own || general, all);
  const description = text(values.description, defaults.description(name)) || facts.description;
  return {
    ...facts,
    title: text(values.title, defaults.title(name)) || facts.title,
    description,
    socialTitle: filledSeo(values.socialTitle, all),
    socialDescription: filledSeo(values.socialDescription, all),
    canonical: facts.canonical === null ? null : webAddress(values.canonical) || facts.canonical,
    isIndexed: facts.isIndexed && !(values.noindex ?? defaults.isNoindex(name)),
    picture: picture ?? foreignPicture(values) ?? facts.picture,
    data: facts.data && description !== facts.description ? { ...facts.data, description } : facts.data,
  };
}

/** A picture that another system named by its address; nothing is known of it. */
function foreignPicture({ pictureId, pictureUrl }: SeoValues): PictureModel | null {
  const src = pictureId === 0 ? webAddress(pictureUrl) : '';
  return src === '' ? null : { src, srcset: '', width: 0, height: 0, alt: '' };
}

const webAddress = (text: string): string => (/^https?:\/\//i.test(text) ? (URL.parse(text)?.href ?? '') : '');
