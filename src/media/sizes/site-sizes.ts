import type { FileFacts } from '../../api/variant.ts';
import { ConfigError } from '../../config/config.ts';
import { type ImageSizeDeclarations, imageSizesProblem, positionOf } from '../../rules/image-size-declaration.ts';
import { type SiteOptionName, siteOptionValue } from '../../rules/site-options.ts';
import { readOptionTexts } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { type ImageSize, type ImageSizes, sizesNamed } from '../image-sizes.ts';
import { learnedSizesOption, learnSizes, parseLearned, switchLearned } from './learned-sizes.ts';

export const sizeSources = ['core', 'setting', 'configuration', 'extension', 'learned'] as const;
/** Where the width and height of a size come from. */
export type SizeSource = (typeof sizeSources)[number];

/** A size that copies of pictures are made in, and where it comes from. */
export interface SiteSize extends ImageSize {
  readonly name: string;
  readonly source: SizeSource;
  /** The extension that declares it; empty for others. */
  readonly extension: string;
  /** False for a learned size that was switched off, and for one of the settings without width and height. */
  readonly isMade: boolean;
  /** False for a learned size of which nothing shows whether it is cropped. */
  readonly isCertain: boolean;
}

/** The sizes of a site. They are read anew for each upload, since settings change while the server runs. */
export interface SiteSizes {
  /** Those that copies are made in, by name, in the order in which metadata lists them. */
  made(store?: Store): Promise<ImageSizes>;
  list(store?: Store): Promise<readonly SiteSize[]>;
  /** Looks for further sizes among the copies of the newest pictures. */
  learn(): Promise<void>;
  /** Lets a learned size be made from now on, or no longer; false where none of this name was learned. */
  switchLearned(store: Store, name: string, isOn: boolean): Promise<boolean>;
}

export interface SiteSizesOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly rules: Pick<FileFacts, 'copies'>;
  readonly configured: ImageSizeDeclarations;
  readonly extensions: readonly { readonly name: string; readonly imageSizes?: ImageSizeDeclarations }[];
}

/** How long a process believes that it knows every size that other programs make. */
const learnEveryMs = 60 * 60_000;

export function createSiteSizes(options: SiteSizesOptions): SiteSizes {
  const { store: own, clock, rules, configured } = options;
  // An embedding program gives the value itself.
  const problem = imageSizesProblem(configured);
  if (problem) throw new ConfigError(`imageSizes ${problem}.`);
  const declared = declaredSizes(options);
  const declaredNames = declared.map(({ name }) => name);
  let learnedAtMs = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | null = null;

  const learn = async (): Promise<void> => {
    learning ??= learnSizes(own, declaredNames).finally(() => {
      learning = null;
    });
    await learning;
    learnedAtMs = clock();
  };

  const list = async (store: Store = own): Promise<SiteSize[]> => {
    const isDue = clock() - learnedAtMs > learnEveryMs;
    if (isDue) await learn();
    // A request reads options as they were when it began.
    const learned = parseLearned(await (isDue ? own : store).options.get(learnedSizesOption));
    const found = Object.entries(learned.sizes).filter(([name]) => !declaredNames.includes(name));
    return [
      ...(await variantSizes(rules.copies, store)),
      ...declared,
      ...found.map(
        ([name, size]): SiteSize => ({
          ...size,
          ...{ name, source: 'learned', extension: '', isMade: !learned.off.includes(name) },
        }),
      ),
    ];
  };
  return {
    list,
    learn,
    switchLearned,
    made: async (store) => {
      const sizes = (await list(store)).filter(({ isMade }) => isMade);
      return Object.fromEntries(
        sizes.map(({ name, width, height, crop, position }) => [
          name,
          { width, height, crop, ...(position ? { position } : {}) },
        ]),
      );
    },
  };
}

/** The options of each size that the settings say; a size without an option for it is not cropped. */
const sizeOptions = {
  thumbnail: { width: 'thumbnail_size_w', height: 'thumbnail_size_h', crop: 'thumbnail_crop' },
  medium: { width: 'medium_size_w', height: 'medium_size_h' },
  medium_large: { width: 'medium_large_size_w', height: 'medium_large_size_h' },
  large: { width: 'large_size_w', height: 'large_size_h' },
} as const;

const optionNames: readonly SiteOptionName[] = Object.values(sizeOptions).flatMap((names) => Object.values(names));

/** The sizes that the interface has, by the settings where those say them. */
async function variantSizes(names: readonly string[], store: Store): Promise<SiteSize[]> {
  const stored = await readOptionTexts(store, optionNames);
  const own = { extension: '', isCertain: true } as const;
  return Object.entries(sizesNamed(names)).map(([name, fixed]): SiteSize => {
    if (!isSetting(name)) return { ...fixed, ...own, name, source: 'core', isMade: true };
    const options = sizeOptions[name];
    const width = siteOptionValue(options.width, stored);
    const height = siteOptionValue(options.height, stored);
    const crop = 'crop' in options && siteOptionValue(options.crop, stored);
    return { ...own, name, width, height, crop, source: 'setting', isMade: width > 0 || height > 0 };
  });
}

const isSetting = (name: string): name is keyof typeof sizeOptions => Object.hasOwn(sizeOptions, name);

/** Those of the configuration, then those of extensions; the configuration wins where both have a name. */
function declaredSizes({ configured, extensions }: SiteSizesOptions): readonly SiteSize[] {
  const sources = [
    { source: 'configuration' as const, extension: '', sizes: configured },
    ...extensions.map(({ name, imageSizes = {} }) => ({
      source: 'extension' as const,
      extension: name,
      sizes: imageSizes,
    })),
  ];
  const found = new Map<string, SiteSize>();
  for (const { source, extension, sizes } of sources)
    for (const [name, { width = 0, height = 0, crop = false }] of Object.entries(sizes)) {
      const position = positionOf(crop);
      const size = { width, height, crop: crop !== false, ...(position ? { position } : {}) };
      if (!found.has(name)) found.set(name, { ...size, name, source, extension, isMade: true, isCertain: true });
    }
  return [...found.values()];
}
