import { api } from '../../api/api.ts';

/** An entry of the audit log. */
export interface AuditItem {
  readonly id: number;
  readonly date_gmt: string;
  readonly kind: string;
  readonly event: string;
  readonly user: number;
  readonly user_name: string;
  readonly object: number;
  readonly object_name: string;
  /** What it is called now; empty where it is gone. */
  readonly object_title: string;
  readonly address: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface AuditPage {
  readonly items: readonly AuditItem[];
  readonly next: number | null;
}

export type AuditQuery = Parameters<typeof api.get<'/platen/v1/audit'>>[1];

/** The route shows no resource, so that the type of its answer is stated here. */
export const auditPage = async (query: AuditQuery, signal: AbortSignal): Promise<AuditPage> =>
  (await api.get('/platen/v1/audit', query, signal)) as AuditPage;
