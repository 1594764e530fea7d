interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Parses `YYYY-MM-DD`; undefined for any other text. */
export function parseDate(text: unknown): CalendarDate | undefined {
  const match = typeof text === "string" ? dateForm.exec(text) : null;
  return match === null ? undefined : { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** Completed years between a date of birth and an instant in milliseconds since the Unix epoch, in UTC. */
export function ageAt(born: CalendarDate, at: number): number {
  const now = new Date(at);
  const months = now.getUTCMonth() + 1 - born.month;
  const hadBirthday = months > 0 || (months === 0 && now.getUTCDate() >= born.day);
  return now.getUTCFullYear() - born.year - (hadBirthday ? 0 : 1);
}
