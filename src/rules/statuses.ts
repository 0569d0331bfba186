/** A post status, as the interface describes it. */
export interface PostStatus {
  readonly name: string;
  readonly label: string;
  /** Everyone may read posts with this status. */
  readonly public: boolean;
  readonly private: boolean;
  /** Readable by those who may edit. */
  readonly protected: boolean;
  /** Internal: never listed by the interface. */
  readonly hidden: boolean;
  readonly showInList: boolean;
}

const kinds = {
  public: { public: true, private: false, protected: false, hidden: false, showInList: true },
  protected: { public: false, private: false, protected: true, hidden: false, showInList: true },
  private: { public: false, private: true, protected: false, hidden: false, showInList: true },
  trash: { public: false, private: false, protected: false, hidden: false, showInList: false },
  hidden: { public: false, private: false, protected: false, hidden: true, showInList: false },
} as const;

/** Every status of the table layout, in the order the interface lists them. */
export const postStatuses: readonly PostStatus[] = [
  { name: 'publish', label: 'Published', ...kinds.public },
  { name: 'future', label: 'Scheduled', ...kinds.protected },
  { name: 'draft', label: 'Draft', ...kinds.protected },
  { name: 'pending', label: 'Pending', ...kinds.protected },
  { name: 'private', label: 'Private', ...kinds.private },
  { name: 'trash', label: 'Trash', ...kinds.trash },
  { name: 'auto-draft', label: 'Just begun', ...kinds.hidden },
  { name: 'inherit', label: 'As its parent', ...kinds.hidden },
  { name: 'request-pending', label: 'Asked', ...kinds.hidden },
  { name: 'request-confirmed', label: 'Confirmed', ...kinds.hidden },
  { name: 'request-failed', label: 'Failed', ...kinds.hidden },
  { name: 'request-completed', label: 'Done', ...kinds.hidden },
];
