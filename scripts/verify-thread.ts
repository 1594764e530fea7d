// A thread of `verify.ts`, because these stages block the thread that runs them.
import { parentPort, workerData } from "node:worker_threads";
import { checkCi } from "./ci-check.ts";
import { checkConsumer, type Packed } from "./package-check.ts";

const { root, packed }: { readonly root: string; readonly packed: Packed } = workerData;

parentPort?.postMessage([...checkCi(root, packed), ...checkConsumer(root, packed)]);
