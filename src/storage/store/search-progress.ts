/** How far the index of texts is. */
export interface SearchProgress {
  /** Posts whose texts are not indexed yet; searches read them. */
  readonly waiting: number;
}
