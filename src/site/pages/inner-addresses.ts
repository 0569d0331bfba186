import { type BlockData, emptyNeeds, type NeededByBlocks, needKey } from '../../text/blocks/block-needs.ts';
import { hasBlocks } from '../../text/blocks/parse-blocks.ts';
import { withEmbedsAndLinks } from '../../text/render/render.ts';
import { loneAddresses } from '../../text/shortcodes/embeds.ts';
import type { ContentView } from '../../wp/posts/content-view.ts';
import { textContext } from '../../wp/posts/text-context.ts';

/** A view whose shared blocks and loops show what addresses stand for as the text around them does on a page. */
export function showingInnerAddresses<View extends ContentView>(view: View): View {
  const blockData: ContentView['blockData'] = async (needed, call) => {
    const loaded = await view.blockData(needed, call);
    const asked = new Map(
      classicTexts(needed, loaded).flatMap((text) =>
        [...loneAddresses(text)].map(({ address }) => [needKey(address), address] as const),
      ),
    );
    const more = asked.size === 0 ? null : await view.blockData({ ...emptyNeeds<'asked'>(), embed: asked }, call);
    const complete = more ? { ...loaded, embed: new Map([...loaded.embed, ...more.embed]) } : loaded;
    const context = {
      ...textContext({ ...view, textWork: view.kind.textWork }, call, { blockData: complete }),
      postId: 0,
    };
    const shown = (text: string): string => withEmbedsAndLinks(text, context);
    return {
      ...complete,
      reusable: new Map([...complete.reusable].map(([key, text]) => [key, shown(text)])),
      post: new Map([...complete.post].map(([key, post]) => [key, { ...post, content: shown(post.content) }])),
    };
  };
  return { ...view, blockData };
}

/** Texts without blocks that loops show: the interface leaves their addresses as they are, so nothing was loaded. */
function classicTexts({ posts }: NeededByBlocks, loaded: BlockData): string[] {
  const ids = [...posts].flatMap(([key, { withContent }]) => (withContent ? (loaded.posts.get(key)?.ids ?? []) : []));
  return ids.flatMap((id) => loaded.post.get(needKey(id))?.content ?? []).filter((content) => !hasBlocks(content));
}
