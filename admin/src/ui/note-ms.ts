/** How long a note about what was done stays. */
export const noteMs = 8_000;
