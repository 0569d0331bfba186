import { expect, it } from 'vitest';
import { readS3Address } from './media-library.ts';

it('an address with everything', () => {
  expect(readS3Address('s3://KEY:a%2Fb@s3.example.org:9000/bucket/site/one?region=eu-west-1')).toEqual({
    bucket: 'bucket',
    prefix: 'site/one',
    region: 'eu-west-1',
    endpoint: 'https://s3.example.org:9000',
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
  });
});

it('an address with as little as possible', () => {
  expect(readS3Address('s3+http://127.0.0.1:9000/bucket')).toEqual({
    bucket: 'bucket',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
  });
});

it('an address without a bucket is refused', () => {
  expect(() => readS3Address('s3://host/')).toThrow(/bucket/);
});
