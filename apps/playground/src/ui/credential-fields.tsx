import type { ReactNode } from "react";
import type { ServiceCredentials } from "../api/service.ts";
import { TextField } from "./field.tsx";

/** What the credential fields contain. */
export interface CredentialValues {
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

/** Empty credential fields. */
export const noCredentials: CredentialValues = { clientSecret: "", username: "", password: "" };

/** Converts the fields to credentials. Without a user name, the credentials are those of the client alone. Spec 4.1. */
export const toCredentials = ({ clientSecret, username, password }: CredentialValues): ServiceCredentials =>
  username === "" ? { clientSecret } : { clientSecret, username, password };

interface CredentialFieldsProps {
  readonly values: CredentialValues;
  readonly onChange: (values: CredentialValues) => void;
}

/** Asks for the client's credentials after the token endpoint has refused the client. */
export function CredentialFields({ values, onChange }: CredentialFieldsProps): ReactNode {
  return (
    <fieldset
      className="m-0 grid min-w-0 grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-3 border-0 p-0"
      aria-label="Credentials"
    >
      <TextField
        label="Client secret"
        hint="Kept in memory until you reload the page."
        type="password"
        isRequired
        autoFocus
        value={values.clientSecret}
        onChange={(clientSecret) => onChange({ ...values, clientSecret })}
      />
      <TextField
        label="User name"
        hint="Only for the password grant."
        value={values.username}
        onChange={(username) => onChange({ ...values, username })}
      />
      {values.username !== "" && (
        <TextField
          label="Password"
          type="password"
          value={values.password}
          onChange={(password) => onChange({ ...values, password })}
        />
      )}
    </fieldset>
  );
}
