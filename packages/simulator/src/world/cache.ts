export { createCache, memoize, memoizeText } from "@journey-kit/schemas/calls";
