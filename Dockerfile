# The digest is what is pulled; the tag is for people. Both are raised together (docs/deploy.md, "Images").
ARG NODE_IMAGE=node:22.23.2-bookworm-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Written into pages when they are built: an image serves one site.
ARG SITE_URL
ARG SITE_NAME
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NEXT_OUTPUT=standalone
RUN npx next build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
# As `npm start` sets them (scripts/lib/serving.mjs): memory that is free goes back.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
# Owned by root and written by nobody: the server runs from a read-only root.
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
COPY --from=build /app/scripts/*.mjs ./scripts/
COPY --from=build /app/scripts/lib/*.mjs ./scripts/lib/
COPY --from=build /app/lib/access/*.mjs ./lib/access/
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/db/catalog ./db/catalog
# The embedded database and what is kept beside it, where DATABASE_URL is not set.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000
# The first start loads the catalogue before it is ready; told to end, it says that it no longer is.
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/standalone.mjs", "-H", "0.0.0.0", "-p", "3000"]
