import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite | undefined;
afterEach(() => site?.close());

/** A published post that is shown with a picture of 1200 by 800. */
async function postWithPicture(opened: PageSite): Promise<{ path: string; picture: number }> {
  const content = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
  const answer = await fetch(`${opened.origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="boat.jpg"',
    },
    body: new Uint8Array(content),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  const post = await opened.write('posts', { title: 'Boat', status: 'publish', featured_media: id });
  return { path: pathOf(post.link), picture: id };
}

it('crops of the theme keep the focal point in view, from the next answer on', async () => {
  const opened = await pageSite();
  site = opened;
  const { path, picture } = await postWithPicture(opened);
  const place = async (focal_point: object | null) => {
    const changed = await opened.as('administrator').post(`/platen/v1/media/${picture}`, { focal_point });
    expect(changed.status).toBe(200);
  };
  for (const page of [path, '/']) expect((await opened.get(page)).html).not.toContain('object-position');
  await place({ x: 0.25, y: 0.9 });
  for (const page of [path, '/'])
    expect((await opened.get(page)).html).toMatch(/<img [^>]*boat[^>]* style="object-position:25% 90%"/);
  await place(null);
  for (const page of [path, '/']) expect((await opened.get(page)).html).not.toContain('object-position');
});

it('a theme makes its srcset of resized pictures, each of which answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-pictures-'));
  const theme = join(folder, 'own');
  await mkdir(theme);
  await writeFile(
    join(theme, 'index.ts'),
    `import { defineTheme, html, resizedSrcset } from 'platen/theme';
export default defineTheme({
  name: 'own',
  post: ({ entry }) => html\`<img srcset="\${resizedSrcset(entry.picture.resized, entry.picture)}">\`,
});
`,
  );
  try {
    site = await pageSite({ theme, imageWidths: ['320', '640', '1280', '2560'] });
    const { path } = await postWithPicture(site);
    const [, srcset = ''] = /<img srcset="([^"]*)">/.exec((await site.get(path)).html) ?? [];
    const offered = srcset.replaceAll('&amp;', '&').replaceAll('&#38;', '&').split(', ');
    expect(offered.map((one) => one.split(' ')[1])).toEqual(['320w', '640w', '1024w']);
    for (const one of offered) {
      const { pathname, search } = new URL(one.split(' ')[0] ?? '');
      expect([one, (await site.get(pathname + search)).status]).toEqual([one, 200]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
