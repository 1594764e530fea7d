/** The form of an email address if gap `required-fields` is `strict`. Spec 2.8. */
export const emailForm = /^[A-Za-z0-9_'+.-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/;
