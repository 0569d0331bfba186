import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A byte can unpack to a thousand; those of a backup, which is packed in haste, to 230, and of other files to fewer. */
const mostGrowth = 250;
/** What may always be unpacked: small files of few different bytes grow by more. */
const freeBytes = 64 * 1024 * 1024;

/** Unpacks gzip, as stages of a pipeline that ends early with this error if a small file unpacks to a huge one. */
export function boundedGunzip(refuse: (why: string) => Error): readonly [Transform, Transform] {
  const gunzip = createGunzip();
  let unpacked = 0;
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      unpacked += chunk.length;
      if (unpacked <= freeBytes + mostGrowth * gunzip.bytesWritten) done(null, chunk);
      else done(refuse(`It unpacks to more than ${mostGrowth} times its size, as no file of a site does.`));
    },
  });
  return [gunzip, counted];
}

/** The unpacked bytes of a stream; whoever reads them gets the error of any stage. */
export function gunzipped(packed: Readable): Readable {
  const [gunzip, counted] = boundedGunzip((why) => new Error(why));
  pipeline(packed, gunzip, counted, () => {});
  return counted;
}
