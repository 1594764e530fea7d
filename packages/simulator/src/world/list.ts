const maxListed = 20;

/** Lists the first names, because a caller may have declared thousands. */
export const formatList = (names: readonly string[]): string =>
  names.length > maxListed ? `${names.slice(0, maxListed).join(", ")}, …` : names.join(", ");
