# Builds the package from the source and installs it as anybody would.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY admin/package.json ./admin/
COPY scripts/runtime/package.json ./scripts/runtime/
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json README.md CHANGELOG.md LICENSE ./
COPY scripts ./scripts
COPY bin ./bin
COPY src ./src
COPY admin ./admin
RUN npm pack --pack-destination /package

FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY --from=build /package /package
# The optional packages are included, since an image serves every setting.
RUN npm install --ignore-scripts --no-fund --no-audit /package/platen-*.tgz \
    mysql2@3 nodemailer@10 ioredis@6 @aws-sdk/client-s3@3 @modelcontextprotocol/server@2 marked@18 turndown@7 \
  && rm -rf /root/.npm

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Platen" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    PLATEN_HOST=0.0.0.0 \
    PLATEN_PORT=8080 \
    PLATEN_DATA_DIR=/data
WORKDIR /app
COPY --from=install /app /app
RUN mkdir /data && chown node:node /data
USER node
# Only this folder is written to: run it with --read-only --tmpfs /tmp
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PLATEN_PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/platen/bin/platen.mjs"]
CMD ["serve"]
