import { Option } from "@commander-js/extra-typings";
import { isClientId } from "@journey-kit/schemas/calls";
import { address, CommandError, type Reader, refuse, type Terminal, text, token } from "@journey-kit/schemas/cli";
import { suggest } from "@journey-kit/schemas/report";
import { type LimitName, limitNames, limitOf, parseLimit } from "@journey-kit/schemas/tables";
import { isBareIPv6 } from "../listener.ts";

/** The default address of a simulator. */
export const defaultAddress = "http://127.0.0.1:4010";

/** Creates the flag for the address of a simulator. */
export const simulatorOption = (description: string) =>
  new Option("--simulator <url>", description).env("JOURNEY_SIMULATOR").argParser(address("--simulator"));

/** Creates the flag for a control token. The variable keeps the token out of the list of processes. */
export const controlTokenOption = (description: string) =>
  new Option("--control-token <token>", description).env("JOURNEY_CONTROL_TOKEN").argParser(token("--control-token"));

/** The flag for the profile of a simulator. */
export const profileOption = new Option("--profile <profile>", "profile to follow: specified, observed or a JSON file")
  .default("specified")
  .argParser(text("--profile"));

/** The flag for a folder with journeys. */
export const journeysOption = new Option(
  "--journeys <dir>",
  "publish every *.json file in a folder as a journey",
).argParser(text("--journeys"));

/** How the user runs this program: by its name or, in a clone of the repository, through an npm script. */
export const commandOf = ({ npmScript }: Pick<Terminal, "npmScript">): string =>
  npmScript === "start" || npmScript === "sim" ? "npm run sim --" : "journey-sim";

/** Parses a client id. */
export const clientId =
  (flag: string): Reader<string> =>
  (value) =>
    isClientId(text(flag)(value)) ? value : refuse(flag, "a client id other than . and .. with 1 to 256 characters");

/** Parses a host name or an address. */
export const host =
  (flag: string): Reader<string> =>
  (value) => {
    const bare = value.replace(/^\[(.*)\]$/, "$1");
    const isHost = isBareIPv6(bare) || /^[a-z0-9._][a-z0-9._-]{0,252}$/i.test(bare);
    return isHost ? bare : refuse(flag, "a host name or an IP address");
  };

/** Parses an origin, or `*`. */
export const origin =
  (flag: string): Reader<string> =>
  (value) => {
    const found = value === "*" ? value : (URL.parse(value)?.origin ?? "null");
    const isOrigin = found !== "null" && (value === found || value === `${found}/`);
    return isOrigin ? found : refuse(flag, "an origin such as https://app.example, or *");
  };

/** Parses the address of a store. */
export const store =
  (flag: string): Reader<string> =>
  (address) =>
    /^(sqlite:|postgres(ql)?:\/\/)./.test(address) ? address : refuse(flag, "sqlite:FILE or a postgres:// URL");

/** Parses a limit and its value, such as `instances=1000` or `store-bytes=2GiB`. */
export const limit =
  (flag: string): Reader<readonly [LimitName, number]> =>
  (text) => {
    const [name = "", value = ""] = text.split("=", 2);
    const known = limitNames.find((one) => one === name);
    if (known === undefined) {
      throw new CommandError(`${flag}: there is no limit with this name.${suggest(name, limitNames)}`, 2);
    }
    const example = limitOf(known).unit === "bytes" ? "64MiB" : "1000";
    return [known, parseLimit(known, value) ?? refuse(flag, `a limit and its value, such as ${known}=${example}`)];
  };
