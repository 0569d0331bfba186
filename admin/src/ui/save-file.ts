/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the address would otherwise hold the file for as long as the page is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
