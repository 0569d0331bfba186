/** The server refuses a shorter password. */
export const leastPasswordCharacters = 8;
