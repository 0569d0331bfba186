// The program, as npm scripts start it.
import '../bin/platen.mjs';
