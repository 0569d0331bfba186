/** The S3 server used by tests publishes no types; this is the part we call. */
declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    /** Its canonical form of a bucket's own address differs from Amazon's, so listings would never verify. */
    allowMismatchedSignatures: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  }
  export default class S3rver {
    constructor(options: S3rverOptions);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
