export { createPlaten } from '../platen.ts';
