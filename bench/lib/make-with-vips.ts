import { spawnSync } from 'node:child_process';
import { coreImageSizes, type ImageSize } from '../../src/media/image-sizes.ts';
import { runChild } from './child.ts';

/** What it took to process some pictures. */
export interface PictureWork {
  readonly pictures: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

export interface VipsOptions {
  /** How many pictures, all of them the same. */
  readonly count: number;
  readonly atOnce: number;
  /** Where the sizes are written. */
  readonly folder: string;
}

export function vipsMissing(): string | null {
  return spawnSync('vipsthumbnail', ['--version']).error ? 'install it with "node bench/peers/install.mjs vips"' : null;
}

/** Makes the sizes of every upload with libvips' tool, one size per call as it works, several pictures at a time. */
export async function makeWithVips(file: string, { count, atOnce, folder }: VipsOptions): Promise<PictureWork> {
  const calls = Object.values(coreImageSizes).map((size, n) => {
    const target = `${folder}/vips-$1-${n}.jpg[Q=82,strip]`;
    return `vipsthumbnail '${file}' ${sizeArguments(size)} -o "${target}"`;
  });
  const each = `${calls.join(' && ')} && rm -f ${folder}/vips-$1-*.jpg`;
  const script = `seq ${count} | xargs -P ${atOnce} -I N sh -c "$0" sh N && times`;
  const started = performance.now();
  const printed = await runChild('bash', ['-c', script, each], { env: { VIPS_CONCURRENCY: '1' } });
  return {
    pictures: count,
    seconds: (performance.now() - started) / 1000,
    processorSeconds: childSeconds(printed),
  };
}

function sizeArguments({ width, height, crop }: ImageSize): string {
  return `--size ${width || ''}x${height || ''}${crop ? ' --smartcrop centre' : ''}`;
}

/** The second line of what `times` prints: user and system time of all children, such as `0m1.234s 0m0.100s`. */
function childSeconds(printed: string): number {
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`The shell did not tell the time of its children:\n${printed}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
