/**
 * How long the log may become before it is moved into the file: 16 MB. A page that many commits change is moved once, and
 * those who write wait for the disk seldom.
 */
export const checkpointPages = 4_000;
