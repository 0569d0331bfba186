import { refusedWhere } from './where-errors.ts';

const mostTermGroups = 10;
const mostTexts = 4;

/** Counts the conditions of one expression that are looked up for every item of a list. */
export class CostlyConditions {
  #termGroups = 0;
  #texts = 0;

  addTermGroup(): void {
    this.#termGroups += 1;
    if (this.#termGroups > mostTermGroups)
      throw refusedWhere(
        `where has more than ${mostTermGroups} conditions on terms; each value of all is one, a list of in is one.`,
      );
  }

  addText(): void {
    this.#texts += 1;
    if (this.#texts > mostTexts) throw refusedWhere(`where has more than ${mostTexts} conditions on text.`);
  }
}
