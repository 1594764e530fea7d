import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from "react";

/** A column of a {@link Table}. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** CSS width. Columns without a width share the rest. */
  readonly width?: string;
  readonly align?: "end";
  /** Hides the column on narrow screens, where another cell shows its content. */
  readonly isWide?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Pixels. */
const headHeight = 34;

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Height of every row in pixels. */
  readonly rowHeight: number;
  /** CSS height of the visible part. A table with fewer rows takes only the height of these rows. */
  readonly height: string;
  readonly selected?: string | number | undefined;
  readonly onSelect?: (row: Row) => void;
  /** Opens a row with a click or Enter. Arrow keys still select it. */
  readonly onOpen?: (row: Row) => void;
}

/**
 * A table of any number of rows; only the visible rows are in the document. Rows are selected with a click or the arrow
 * keys. Rows added at the top do not move the visible rows, unless the top is visible.
 *
 * The table of react-aria creates an element for every row, visible or not, which takes seconds for 10,000 requests.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, rows, columns, keyOf, rowHeight, height, selected, onSelect, onOpen = onSelect } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight, // the header takes up this height
  });
  const added = useAnchor(scroller, rows, keyOf, rowHeight);
  const visible = virtualizer.getVirtualItems();
  const selectedIndex = selected === undefined ? -1 : rows.findIndex((row) => keyOf(row) === selected);
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((row: Row) => latest.current?.(row), []);
  const select = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined || onSelect === undefined) return;
    virtualizer.scrollToIndex(rows.indexOf(row));
    onSelect(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const opened = event.key === "Enter" && event.target === event.currentTarget ? rows[selectedIndex] : undefined;
    if (opened !== undefined) onOpen?.(opened);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: selectedIndex < 0 ? 0 : selectedIndex - 1,
      PageDown: selectedIndex + page,
      PageUp: selectedIndex - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };
  const isShown = visible.some(({ index }) => index === selectedIndex);
  const before = visible[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <div className={`relative min-w-0 rounded-[inherit] ${focusRing}`}>
      <div
        ref={scroller}
        className="overflow-auto [contain:content] [overflow-anchor:none]"
        style={{ maxHeight: height }}
      >
        <table
          className="table-fixed outline-none"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with rows to select is a grid.
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-activedescendant={isShown ? `${id}-${selectedIndex}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1} style={{ height: headHeight }}>
              <HeadCells columns={columns} className={`sticky top-0 z-1 bg-panel ${underline}`} />
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {visible.map(({ index }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <TableRow
                  key={keyOf(row)}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  columns={columns}
                  height={rowHeight}
                  isSelected={index === selectedIndex}
                  onOpen={open}
                />
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
      </div>
      {added > 0 && (
        <button
          type="button"
          className="absolute top-11 left-1/2 -translate-x-1/2 cursor-pointer rounded-full border-0 bg-ink px-3 py-1 text-12 font-medium text-on-ink shadow-float"
          onClick={() => virtualizer.scrollToOffset(0)}
        >
          {added} new
        </button>
      )}
    </div>
  );
}

/** The ring is around the visible part, because the table itself is larger. */
const focusRing =
  "after:pointer-events-none after:absolute after:inset-0 after:z-2 after:rounded-[inherit] after:border-live has-[table:focus-visible]:after:border-2";

/** A border would not stick with the header. */
const underline = "shadow-[inset_0_-1px_0_var(--line)]";

const classesOf = (align: "end" | undefined, isWide = false): string =>
  `pl-0 first:pl-4 ${align === "end" ? "pr-4 text-right" : "pr-3 text-left"} ${isWide ? "narrow:hidden" : ""}`;

interface HeadCellsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly className: string;
}

const HeadCells = <Row,>({ columns, className }: HeadCellsProps<Row>): ReactNode =>
  columns.map(({ id, title, width, align, isWide }) => (
    <th
      key={id}
      scope="col"
      className={`py-0 font-normal text-ink-2 ${className} ${classesOf(align, isWide)}`}
      style={{ width }}
    >
      {title}
    </th>
  ));

/** A table of a few rows, each as high as its content, which nobody selects. */
export function StaticTable<Row>({
  label,
  rows,
  columns,
  keyOf,
}: Pick<TableProps<Row>, "label" | "rows" | "columns" | "keyOf">): ReactNode {
  return (
    <table className="table-fixed" aria-label={label}>
      <thead>
        <tr className="h-7">
          <HeadCells columns={columns} className="border-b border-line" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="not-last:border-b not-last:border-line">
            {columns.map(({ id, cell, align, isWide }) => (
              <td key={id} className={`py-2 align-top wrap-anywhere tabular-nums ${classesOf(align, isWide)}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly height: number;
  readonly isSelected: boolean;
  readonly onOpen: (row: Row) => void;
}

function PlainTableRow<Row>({ id, row, index, columns, height, isSelected, onOpen }: TableRowProps<Row>): ReactNode {
  return (
    <tr
      id={id}
      className={`cursor-default ${isSelected ? "bg-tone-soft shadow-[inset_3px_0_0_var(--live)]" : "hover:bg-sunken"}`}
      data-tone={isSelected ? "live" : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ height }}
      onClick={() => onOpen(row)}
    >
      {columns.map(({ id: column, cell, align, isWide }) => (
        <td
          key={column}
          className={`overflow-hidden border-b border-line py-0 text-ellipsis whitespace-nowrap tabular-nums ${classesOf(align, isWide)}`}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row that is not rendered again while the table scrolls. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow; // `memo` loses the type parameter

/** Keeps the visible rows in place when rows are added above them, and counts the rows added since. */
function useAnchor<Row>(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  rowHeight: number,
): number {
  const [added, setAdded] = useState(0);
  const first = rows[0] === undefined ? undefined : keyOf(rows[0]);
  const known = useRef(first);
  useLayoutEffect(() => {
    const element = scroller.current;
    const index = rows.findIndex((row) => keyOf(row) === known.current);
    known.current = first;
    if (element === null || index <= 0 || element.scrollTop === 0) return;
    element.scrollTop += index * rowHeight;
    setAdded((count) => count + index);
  }, [scroller, rows, keyOf, rowHeight, first]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const reset = () => element?.scrollTop === 0 && setAdded(0);
    element?.addEventListener("scroll", reset, { passive: true });
    return () => element?.removeEventListener("scroll", reset);
  }, [scroller]);
  return added;
}
