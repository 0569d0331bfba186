export function nextVersion(current: string, step: string): string;
export function releasedChangelog(text: string, version: string, date: string): { text: string; notes: string };
