export { checkStrangers, type Target } from "./stranger.ts";
