import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { parseFocalPoint } from '../../media/focal-point.ts';
import { publicPictures, signedPath } from '../../media/transforms/transform-addresses.ts';
import { loadSources, type TransformSource } from '../../media/transforms/transform-source.ts';
import { isDecodable } from '../../media/workers/image-processor.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import { longestPictureSide, pictureFits, pictureFormats } from '../../rules/image-presets.ts';
import type { CoreContext } from '../context/core-context.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { existing, factsOf } from '../posts/content-permissions.ts';

const mostWidths = 40;

/** `/platen/v1/media/{id}/addresses`: addresses of resized pictures, signed for those who may edit the file. */
export function mediaAddressRoutes({
  kinds,
  transformRules: rules,
}: { readonly kinds: ContentKinds } & Pick<CoreContext, 'transformRules'>): RouteModule {
  const files = kinds.of('attachment');
  const side = { minimum: 1, maximum: longestPictureSide };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/media/{id:int}/addresses',
        summary: 'Show the addresses of resized pictures of a file, signed for any size.',
        args: {
          w: s.array(s.integer(side), {
            description: `Widths in pixels, at most ${mostWidths}; there is an address for each.`,
            check: (widths: readonly number[]) =>
              widths.length > mostWidths ? `w has at most ${mostWidths} widths.` : null,
          }),
          h: s.integer({ ...side, description: 'Height in pixels.' }),
          fit: s.string({ enum: pictureFits, description: 'How the picture is put into its box.' }),
          focal: s.string({
            description:
              'What a cut keeps in view, as fractions such as 0.25,0.75; without it, the focal point of the file.',
            check: (text: string) => (parseFocalPoint(text) ? null : 'focal must be two fractions from 0 to 1.'),
          }),
          format: s.string({ enum: pictureFormats, description: 'Format; auto is the best that a browser accepts.' }),
          q: s.integer({ minimum: 1, maximum: 100, description: 'Quality in percent.' }),
        },
        response: { schema: addressesSchema },
        permit: async (input, call) => {
          const file = await existing(files, input, call);
          if (!canEditPost(call.caller, files.type, await factsOf(file, call))) throw contentErrors.rest_cannot_edit();
        },
        handle: async ({ id, w, h, ...others }, call) => {
          const source = await pictureSource(id, call);
          const given = textsOf({ h, ...others });
          const orders = w
            ? w.map((width) => ({ ...given, w: String(width) }))
            : Object.keys(given).length > 0
              ? [given]
              : [];
          const addresses = [];
          for (const order of orders)
            addresses.push({
              width: order.w === undefined ? null : Number(order.w),
              url: call.site.serverUrl + (await signedPath(source, order, rules)),
            });
          const presets = await rules.presets(call.store);
          return reply({ ...publicPictures(source, rules, presets, call.site.serverUrl), addresses });
        },
        shareable: false,
      }),
    ],
  };
}

async function pictureSource(id: number, { store }: Call): Promise<TransformSource> {
  const source = (await loadSources([id], store)).get(id);
  if (!source || !isDecodable(source.mime)) throw mediaAddressErrors.rest_media_not_resizable();
  return source;
}

interface OrderTexts {
  readonly h?: string;
  readonly fit?: string;
  readonly focal?: string;
  readonly format?: string;
  readonly q?: string;
  readonly w?: string;
}

const textsOf = (values: { readonly [Name in keyof OrderTexts]?: string | number | undefined }): OrderTexts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const addressesSchema = json.object({
  /** With the version of the file; a public width is added as `&w=640`. */
  url: json.string,
  widths: json.listOf(json.integer),
  presets: json.mapOf(json.string),
  addresses: json.listOf(json.object({ width: json.orNull(json.integer), url: json.string })),
});

export const mediaAddressErrors = defineErrors({
  rest_media_not_resizable: {
    status: 415,
    message: () => 'Only pictures are resized: JPEG, PNG, GIF, WebP and AVIF, which are not in the trash.',
  },
});
