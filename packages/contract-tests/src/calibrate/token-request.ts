import type { Credentials } from "../cases/options.ts";
import { at } from "../target/member.ts";
import { type Answer, TargetError } from "../target/target.ts";
import type { Lab } from "./lab.ts";

/** Fields of a token request that the target takes; found out once. Spec 4.1. */
type Fields = Readonly<Record<string, string>>;

const idAndSecret = ({ clientId, clientSecret }: Credentials): Fields => ({
  client_id: clientId,
  client_secret: clientSecret,
});

/** Fields of the client-credentials form, apart from who asks. */
export const byCredentials: Fields = { grant_type: "client_credentials", scope: "service.token" };

/** Fields of the password form, apart from who asks; undefined without a user. */
const byPassword = ({ settings: { user } }: Lab): Fields | undefined =>
  user && { grant_type: "password", username: user.username, password: user.password };

/** The answers to both forms of a token request; to the password form where there is a user. */
export interface Forms {
  readonly credentials: Answer;
  readonly password: Answer | undefined;
}

/** Asks for a token in both forms. Gap `grant-by-client`. */
export const askForms = (lab: Lab): Promise<Forms> =>
  lab.once("forms", async () => {
    const password = byPassword(lab);
    return {
      credentials: await lab.askToken({ ...who(lab), ...byCredentials }),
      password: password && (await lab.askToken({ ...who(lab), ...password })),
    };
  });

/** The client's own id and secret. */
export const who = ({ credentials }: Lab): Fields => (credentials === undefined ? {} : idAndSecret(credentials));

/** The fields of the form that the target takes of its client. */
export async function workingForm(lab: Lab): Promise<Fields> {
  const { credentials, password } = await askForms(lab);
  return credentials.status !== 200 && password?.status === 200 ? (byPassword(lab) ?? byCredentials) : byCredentials;
}

/**
 * An access token of a client.
 *
 * @throws {TargetError} When the token endpoint gives none.
 */
export async function tokenOf(lab: Lab, client: Credentials | undefined = lab.credentials): Promise<string> {
  if (client === undefined) throw new TargetError("There are no credentials to ask for a token with.");
  const { status, body } = await lab.askToken({ ...idAndSecret(client), ...(await workingForm(lab)) });
  const token = at(body, "access_token");
  if (typeof token === "string") return token;
  throw new TargetError(`The token endpoint answered ${status} without an access_token.`);
}
