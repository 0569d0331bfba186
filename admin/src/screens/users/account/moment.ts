/** A moment of the interface, which is in GMT without saying so. */
export const gmtMoment = (text: string): Date => new Date(`${text}Z`);
