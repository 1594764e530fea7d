import type { ElementForm } from "./element-form.ts";

/** The element and the path that the text of an error names, if any. Spec 7. */
export interface ErrorPlace {
  readonly element?: string;
  /** Names and indexes in the subject. */
  readonly path?: readonly (string | number)[];
}

/**
 * Finds the element and path that the text of an error names, such as `FullName: context.subject.identity.firstName is
 * not valid.`
 */
export function findErrorPlace(problem: string, forms: readonly ElementForm[]): ErrorPlace {
  const element = forms.find((form) => new RegExp(`\\b${form.element}\\b`).test(problem))?.element;
  const text = /context\.subject((?:\.\w+|\[\d+\])+)/.exec(problem)?.[1];
  const path =
    text === undefined
      ? undefined
      : [...text.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  return { ...(element !== undefined && { element }), ...(path !== undefined && { path }) };
}
