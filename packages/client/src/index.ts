/** Name under which a program that embeds this client may announce it. */
export const clientName = "@journey-kit/client";
