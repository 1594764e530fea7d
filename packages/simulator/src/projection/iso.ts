import { day, endOfTime, type Millis } from "../world/time.ts";

let known = { day: Number.NaN, text: "" };

/**
 * Writes an instant as an ISO 8601 timestamp in UTC. The one file of the pure rooms that knows `Date`, whose own way of
 * writing takes several times as long: the date is kept from one call to the next, the time of day put together. Spec 2.2.
 */
export function toIso(at: Millis): string {
  if (!(at >= 0 && at <= endOfTime)) return new Date(at).toISOString();
  const whole = Math.trunc(at);
  const days = Math.floor(whole / day);
  if (known.day !== days) known = { day: days, text: new Date(at).toISOString().slice(0, 11) };
  const millis = whole - days * day;
  const seconds = Math.floor(millis / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${known.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(millis % 1_000)}Z`;
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);
const three = (number: number): string => (number < 100 ? `0${two(number)}` : `${number}`);
