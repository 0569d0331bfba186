/** Whether requests with this method only read. */
export const isReadMethod = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
