import { parse } from "../service/target.ts";
import { statusIn } from "./script.ts";
import type { TrafficExchange } from "./traffic.ts";

const finalStatuses = ["Completed", "Failed", "Error"];

/** Whether a response shows that an instance has ended. Spec 2.2. */
export const endsInstance = ({ responseBody }: Pick<TrafficExchange, "responseBody">): boolean =>
  responseBody !== undefined && finalStatuses.includes(statusIn(parse(responseBody)) ?? "");
