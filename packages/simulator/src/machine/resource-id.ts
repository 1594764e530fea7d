/** A resource id taken apart. Spec 2.1. */
export interface ResourceId {
  readonly id: string;
  /** A version, `latest`, or undefined where none is given (gap `version-omitted`). */
  readonly version: string | undefined;
}

const form = /^([^@\s]{1,128})(?:@([^@\s]{1,64}))?$/;

/** Takes apart `<id>@<version>`; undefined when the text has another form. Spec 2.1. */
export function parseResourceId(text: string): ResourceId | undefined {
  const match = form.exec(text);
  return match?.[1] === undefined ? undefined : { id: match[1], version: match[2] };
}
