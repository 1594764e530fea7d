import { defineRouteMiddleware } from "@astrojs/starlight/route-data";

const notice =
  'The packages are not published yet. <a href="/guides/install/">Use them from a clone or from tarballs.</a>';

/** Shows on every page how to use the packages until they are published. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  locals.starlightRoute.entry.data.banner = { content: notice };
});
