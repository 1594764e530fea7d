// Preloaded into the command line program to report its processor time.
import { answerParent, readCpu } from "./answer.ts";

answerParent({ cpu: readCpu });
process.channel?.unref();
