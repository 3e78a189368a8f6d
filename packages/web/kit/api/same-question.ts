// What may stand while an answer is on its way. Rows of another page or order of the same question: they are true, and
// dimmed. Rows and totals of another question: never, or they would be read under a heading that is not theirs.

interface Asked {
  queryKey: readonly unknown[];
}

/** For a query whose key ends in the part asked for (page, size, order): all before it is the question. */
export const keepSameQuestion = (queryKey: readonly unknown[]) => ({
  queryKey,
  placeholderData: <Data>(last: Data | undefined, asked: Asked | undefined): Data | undefined =>
    asked && questionIn(asked.queryKey) === questionIn(queryKey) ? last : undefined,
});

const questionIn = (queryKey: readonly unknown[]): string => JSON.stringify(queryKey.slice(0, -1));
