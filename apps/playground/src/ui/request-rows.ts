import type { Exchange } from "@journey-kit/schemas/control";
import type { RequestGroup } from "./request-groups.ts";

/** A row of the list: a request, or the heading of polls that read the same. */
export interface RequestRow {
  readonly key: string | number;
  /** The request. For a heading, the latest one of the group. */
  readonly exchange: Exchange;
  /** Number of polls, for a heading. */
  readonly count?: number;
  readonly isOpen?: boolean;
  /** Whether the request is below the heading of its group. */
  readonly isInside?: boolean;
  /** What the poll read that the one before it did not. */
  readonly change?: string | undefined;
}

/**
 * Lists the rows, newest first. A group is open if `toggled` says so; otherwise only if it contains the request
 * `selected`.
 */
export function toRows(
  groups: readonly RequestGroup[],
  toggled: ReadonlyMap<RequestRow["key"], boolean>,
  selected: number | undefined,
): readonly RequestRow[] {
  return groups.toReversed().flatMap(({ exchanges, change }): readonly RequestRow[] => {
    const [first, last] = [exchanges[0], exchanges.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first === last) return [{ key: first.sequence, exchange: first, change }];
    const key = `polls from ${first.sequence}`;
    const isOpen = toggled.get(key) ?? exchanges.some(({ sequence }) => sequence === selected);
    const heading = { key, exchange: last, count: exchanges.length, isOpen, change };
    if (!isOpen) return [heading];
    return [
      heading,
      ...exchanges.toReversed().map((exchange) => ({ key: exchange.sequence, exchange, isInside: true })),
    ];
  });
}
