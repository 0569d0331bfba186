/** What the arrows of a tree say. */
export const treeWords = {
  en: {
    below: (name: string) => `Show what is below ${name}`,
    hideBelow: (name: string) => `Hide what is below ${name}`,
  },
  de: {
    below: (name: string) => `Zeigen, was unter ${name} steht`,
    hideBelow: (name: string) => `Verbergen, was unter ${name} steht`,
  },
};
