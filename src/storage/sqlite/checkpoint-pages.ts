/**
 * How long the log may become before it is moved into the file: 32 MB. A page that many commits change is moved once, and
 * those who write wait for the disk seldom: mostly the thread of the search index has moved it before.
 */
export const checkpointPages = 8_000;
