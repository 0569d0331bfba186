/** Fresh counters, one per request. */
export const createCounters = () => ({ audio: 0, video: 0, gallery: 0 });
