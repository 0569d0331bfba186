import type { Random } from './random.ts';

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x3c, 0x22];

/** A file with some of its bytes changed, cut off, doubled or moved. */
export function mutateBytes(file: Buffer, random: Random): Buffer {
  let changed = Buffer.from(file);
  const times = 1 + random.below(6);
  for (let time = 0; time < times && changed.length > 0; time++) changed = random.pick(changes)(changed, random);
  return changed;
}

const changes: readonly ((file: Buffer, random: Random) => Buffer<ArrayBuffer>)[] = [
  (file, random) => {
    const copy = Buffer.from(file);
    for (let n = 0; n <= random.below(8); n++) copy[random.below(copy.length)] = random.pick(interesting);
    return copy;
  },
  (file, random) => {
    const copy = Buffer.from(file);
    copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  (file, random) => Buffer.from(file.subarray(0, random.below(file.length))),
  (file, random) => {
    const at = random.below(file.length);
    return Buffer.concat([file.subarray(0, at), file.subarray(random.below(file.length), at + 64), file.subarray(at)]);
  },
  (file, random) =>
    Buffer.concat([file, Buffer.from(random.pick(['<script>zqrun()</script>', '<?php x();', '\0'.repeat(64)]))]),
  (file, random) => {
    // A length somewhere in the head becomes a huge one.
    const copy = Buffer.from(file);
    const at = random.below(Math.max(1, Math.min(copy.length, 128) - 4));
    if (copy.length >= at + 4) copy.writeUInt32BE(random.pick([0, 0xffffffff, 0x7fffffff, 0x10000]), at);
    return copy;
  },
];

/** A text with pieces of itself or of others where they do not belong. */
export function mutateText(text: string, random: Random, pieces: readonly string[]): string {
  let changed = text;
  const times = 1 + random.below(5);
  for (let time = 0; time < times; time++) {
    const at = random.below(changed.length + 1);
    const to = Math.min(changed.length, at + random.below(40));
    changed = random.pick([
      () => changed.slice(0, at) + random.pick(pieces) + changed.slice(at),
      () => changed.slice(0, at) + changed.slice(to),
      () => changed.slice(0, at) + changed.slice(at, to).repeat(2) + changed.slice(to),
      () => changed.slice(0, at) + random.pick(pieces) + changed.slice(to),
      () => (random.oneIn(3) ? changed.slice(0, at) : changed),
    ])();
  }
  return changed;
}
