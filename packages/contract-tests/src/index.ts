/** Name under which a report says which kit wrote it. */
export const kitName = "@journey-kit/contract-tests";
