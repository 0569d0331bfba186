/** A setting with an invalid value; the message says which one and what is allowed. */
export class ConfigError extends Error {}
