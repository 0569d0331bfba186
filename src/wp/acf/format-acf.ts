import type { Call } from '../../api/call.ts';
import type { TextWork } from '../../background/text-work.ts';
import { type AcfField, isOneId } from '../../rules/acf/acf-field.ts';
import { mapAcf, orderedLink } from '../../rules/acf/acf-light.ts';
import { isRecord } from '../../text/json.ts';
import { localDate, localMilliseconds } from '../../text/local-date.ts';
import { paragraphs } from '../../text/paragraphs/paragraphs.ts';
import type { AcfContext, AcfValues } from '../context/acf-context.ts';
import type { EmbedSource } from '../context/core-context.ts';
import { contextOfTexts } from '../posts/content-subject.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { type FoundItems, type ItemSource, loadAcfItems, type WantedItems } from './acf-items.ts';

/** What values are formatted with. */
export interface AcfFormatSource extends ItemSource {
  readonly textWork: TextWork;
  readonly embeds: EmbedSource;
  /** How texts are rendered; asked for when used, since it is made of the fields. */
  readonly display: () => ContentDisplay;
}

/** Formats the values of items as templates get them, in a fixed number of queries. */
export function createAcfFormat(source: AcfFormatSource): AcfContext['format'] {
  return async (items, call) => {
    const wanted: WantedItems = { posts: new Set(), terms: new Set(), users: new Set() };
    const texts: Text[] = [];
    const addresses = new Set<string>();
    each(items, (field, value, postId) => {
      const ids = idsIn(field, value);
      for (const id of ids) wanted[leadsTo(field)].add(id);
      if (field.type === 'wysiwyg' && typeof value === 'string' && value !== '') texts.push({ raw: value, postId });
      if (field.type === 'oembed' && typeof value === 'string' && value !== '') addresses.add(value);
      return value;
    });
    const [found, rendered, embeds] = await Promise.all([
      loadAcfItems(source, wanted, call),
      renderedTexts(source, texts, call),
      addresses.size > 0 ? source.embeds([...addresses], call) : new Map<string, string>(),
    ]);
    const formatted = each(items, (field, value, postId) => {
      if (field.type === 'wysiwyg') return rendered.get(textKey({ raw: String(value ?? ''), postId })) ?? '';
      if (field.type === 'oembed') return embeds.get(String(value)) ?? value ?? '';
      return formatLeaf(field, value, found, call);
    });
    return formatted;
  };
}

type Text = { readonly raw: string; readonly postId: number };

const textKey = ({ raw, postId }: Text): string => `${postId} ${raw}`;

/** The values of all items with what `leaf` makes of every part of them. */
function each(
  items: readonly AcfValues[],
  leaf: (field: AcfField, value: unknown, postId: number) => unknown,
): Record<string, unknown>[] {
  return items.map(({ postId, values }) =>
    Object.fromEntries(
      values.map(([field, value]) => [field.name, mapAcf(field, value, (part, one) => leaf(part, one, postId))]),
    ),
  );
}

async function renderedTexts(
  { textWork, display }: AcfFormatSource,
  texts: readonly Text[],
  call: Call,
): Promise<ReadonlyMap<string, string>> {
  if (texts.length === 0) return new Map();
  const { render, ...shown } = display();
  const context = await contextOfTexts({ ...shown, textWork }, texts, call);
  const made = texts.map(
    async (text) => [textKey(text), await render.content(text.raw, { ...context, postId: text.postId })] as const,
  );
  return new Map(await Promise.all(made));
}

const leadsTo = ({ type }: AcfField): keyof WantedItems =>
  type === 'user' ? 'users' : type === 'taxonomy' ? 'terms' : 'posts';

const relations = ['image', 'file', 'gallery', 'post_object', 'page_link', 'relationship', 'user', 'taxonomy'];

function idsIn(field: AcfField, value: unknown): readonly number[] {
  if (!relations.includes(field.type)) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id) => typeof id === 'number' && id > 0);
}

/** One value as templates get it. What an id leads to is left out where the caller may not see it. */
function formatLeaf(field: AcfField, value: unknown, found: FoundItems, call: Call): unknown {
  if (relations.includes(field.type)) {
    const shown = idsIn(field, value).flatMap((id) => formatId(field, id, found) ?? []);
    if (isOneId(field)) return shown[0] ?? nothing(field);
    return shown;
  }
  switch (field.type) {
    case 'date_picker':
    case 'date_time_picker':
    case 'time_picker':
      return typeof value === 'string' ? formatTime(field, value, call.site.language) : '';
    case 'select':
    case 'checkbox':
    case 'radio':
    case 'button_group':
      return Array.isArray(value) ? value.map((one) => formatChoice(field, one)) : formatChoice(field, value);
    case 'link':
      return formatLink(field, value);
    case 'textarea':
      return typeof value === 'string' ? formatLines(field, value) : '';
    case 'color_picker':
      return field.returnFormat === 'array' ? colourParts(String(value ?? '')) : (value ?? '');
    default:
      return value ?? nothing(field);
  }
}

/** Templates get false where there is no such thing. */
const nothing = ({ type }: AcfField): unknown =>
  type === 'page_link' ? '' : type === 'number' || type === 'range' ? null : false;

function formatId(field: AcfField, id: number, { media, posts, links, users, terms }: FoundItems): unknown {
  const { type, returnFormat } = field;
  switch (type) {
    case 'image':
    case 'file':
    case 'gallery': {
      const file = media.get(id);
      if (!file) return null;
      return returnFormat === 'id' ? id : returnFormat === 'url' ? file.url : file;
    }
    case 'page_link':
      return links.get(id) ?? null;
    case 'user':
      return returnFormat === 'id' && users.has(id) ? id : (users.get(id) ?? null);
    case 'taxonomy':
      return returnFormat === 'id' && terms.has(id) ? id : (terms.get(id) ?? null);
    default:
      return returnFormat === 'id' && posts.has(id) ? id : (posts.get(id) ?? null);
  }
}

function formatTime({ type, returnFormat }: AcfField, value: string, language: string): string {
  const local = type === 'time_picker' ? `1970-01-01T${value}` : type === 'date_picker' ? `${value}T00:00:00` : value;
  if (value === '' || Number.isNaN(localMilliseconds(local))) return value;
  return localDate(local, returnFormat, language);
}

function formatChoice({ returnFormat, labels }: AcfField, value: unknown): unknown {
  const text = typeof value === 'string' ? value : '';
  const label = labels.get(text) ?? text;
  if (returnFormat === 'label') return label;
  return returnFormat === 'array' && text !== '' ? { value: text, label } : text;
}

function formatLink({ returnFormat }: AcfField, value: unknown): unknown {
  if (!isRecord(value) || !(value['url'] || value['title'])) return '';
  return returnFormat === 'url' ? value['url'] : orderedLink(value);
}

function formatLines({ newLines }: AcfField, text: string): string {
  if (newLines === 'wpautop') return paragraphs(text);
  return newLines === 'br' ? text.replace(/\r\n|\n|\r/g, '<br />\n') : text;
}

function colourParts(text: string): unknown {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) {
    const [red, green, blue] = hex.slice(1).map((part) => Number.parseInt(part, 16));
    return { red, green, blue, alpha: 1 };
  }
  const rgba = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*([\d.]+)\s*)?\)$/.exec(text);
  if (!rgba) return false;
  const [red, green, blue] = rgba.slice(1, 4).map(Number);
  return { red, green, blue, alpha: Number(rgba[4] ?? 1) };
}
