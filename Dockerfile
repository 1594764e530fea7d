# The simulator and its playground, in about 4 MB on top of Node. The guide "Run it for a team" says how to run it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY . .
# Installs, bundles and builds what `npm start` needs, then prints the help.
RUN npm start -- --help

FROM node:24.21.0-alpine
WORKDIR /app
COPY --from=build /build/packages/cli/package.json ./
COPY --from=build /build/packages/cli/dist/bin ./dist/bin
COPY --from=build /build/packages/cli/dist/playground ./dist/playground
# For the file of a SQLite store. Mount a volume here to keep it.
RUN mkdir /data && chown node:node /data
# The user `node`. Kubernetes needs the number to see that it is not root.
USER 1000
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_sim/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/bin/journey.js", "serve", "--host", "0.0.0.0"]
CMD ["--log", "json"]
