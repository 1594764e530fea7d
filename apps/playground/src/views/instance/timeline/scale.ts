/** Maps instants to positions on an axis, and back. A position (`place`) is a share of the width, from 0 to 1. */
export interface Scale {
  /** Instants outside the axis are placed at its ends. */
  readonly toPlace: (at: number) => number;
  readonly toInstant: (place: number) => number;
  /** The long idle times that the axis shortens. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly ticks: readonly Tick[];
}

/** From one instant to another, in milliseconds since the Unix epoch. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A labelled instant. */
interface Tick {
  readonly at: number;
  /** Milliseconds since the start of the axis or, after a gap, since the end of the gap. */
  readonly since: number;
  readonly isAfterGap: boolean;
}

/** A piece of the axis: a gap, or everything between two gaps. */
interface Stretch extends Interval {
  readonly isGap: boolean;
}

interface Piece extends Stretch {
  /** Position at which the piece starts, as a share of the width. */
  readonly start: number;
  readonly end: number;
}

const shortestGap = 10_000;
/** A pause becomes a gap if it is at least this many times as long as the median pause. */
const ratio = 8;
/** Width of a gap, as a share of everything that is not a gap. */
const gapWidth = 0.09;
const maxTicks = 10;
const steps = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
  3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000,
];

/**
 * Creates the scale of an axis from the instants at which something happens. Long pauses between two instants get a
 * short piece of the axis, so that the seconds before and after a day of waiting stay visible. So do the pauses in
 * which none of `runs` goes on, if they are longer than all the rest.
 */
export function createScale(instants: readonly number[], runs: readonly Interval[] = []): Scale {
  const sorted = [...new Set(instants)].toSorted((one, other) => one - other);
  const first = sorted[0] ?? 0;
  const pieces = toPieces(sorted, runs);
  return {
    toPlace: (at) => {
      const piece = pieces.find(({ to }) => at <= to);
      if (piece === undefined) return 1;
      return Math.max(0, piece.start + ((at - piece.from) / (piece.to - piece.from)) * (piece.end - piece.start));
    },
    toInstant: (place) => {
      const piece = pieces.find(({ end }) => place <= end) ?? pieces.at(-1);
      if (piece === undefined) return first;
      const share = (place - piece.start) / (piece.end - piece.start);
      return Math.round(piece.from + Math.max(0, Math.min(1, share)) * (piece.to - piece.from));
    },
    gaps: pieces.filter(({ isGap }) => isGap).map(({ from, to }) => ({ from, to })),
    ticks: toTicks(pieces),
  };
}

function toPieces(sorted: readonly number[], runs: readonly Interval[]): readonly Piece[] {
  const pauses = sorted.slice(1).map((to, i) => ({ from: sorted[i] ?? to, to }));
  const isIdle = ({ from, to }: Interval) => !runs.some((run) => run.from < to && run.to > from);
  const busy = pauses.reduce((sum, pause) => sum + (isIdle(pause) ? 0 : pause.to - pause.from), 0);
  const lengths = pauses.map(({ from, to }) => to - from).toSorted((one, other) => one - other);
  const limit = Math.max(shortestGap, ratio * (lengths[Math.floor((lengths.length - 1) / 2)] ?? 0));
  const stretches: Stretch[] = [];
  for (const { from, to } of pauses) {
    const isLong = to - from > limit || (busy > 0 && isIdle({ from, to }) && to - from > Math.max(shortestGap, busy));
    const isGap = pauses.length > 1 && isLong;
    const last = stretches.at(-1);
    if (isGap || last === undefined || last.isGap) stretches.push({ from, to, isGap });
    else stretches[stretches.length - 1] = { ...last, to };
  }
  return toWidths(stretches);
}

/** Assigns each stretch a share of the axis. */
function toWidths(stretches: readonly Stretch[]): readonly Piece[] {
  const busy = stretches.reduce((sum, { from, to, isGap }) => sum + (isGap ? 0 : to - from), 0) || 1;
  const widthOf = ({ from, to, isGap }: Stretch) => (isGap ? busy * gapWidth : to - from);
  const total = stretches.reduce((sum, stretch) => sum + widthOf(stretch), 0);
  let end = 0;
  return stretches.map((stretch) => {
    const start = end;
    end += widthOf(stretch) / total;
    return { ...stretch, start, end };
  });
}

/** Places labels at round times, at most {@link maxTicks}, and never inside a gap. */
function toTicks(pieces: readonly Piece[]): readonly Tick[] {
  const busy = pieces.filter(({ isGap }) => !isGap);
  const length = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = steps.find((one) => length / one <= maxTicks) ?? length;
  return busy.flatMap((piece) => {
    const { from, to } = piece;
    const isAfterGap = piece !== pieces[0];
    const count = Math.floor((to - from) / step) + 1;
    return Array.from({ length: count }, (_, i) => ({ at: from + i * step, since: i * step, isAfterGap }));
  });
}
