/** The body of a message, after the Standard Webhooks specification. */
export function webhookText(type: string, atMs: number, data: unknown): string {
  return JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data });
}
