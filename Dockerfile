# The digest selects the image; the tag is for readers. Update both together (docs/deploy.md, "Containers").
ARG NODE_IMAGE=node:22.23.2-bookworm-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Pages contain these values, so an image serves one site.
ARG SITE_URL
ARG SITE_NAME
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NEXT_OUTPUT=standalone
RUN npx next build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
# The same as `npm start` (scripts/lib/serving.mjs), so that glibc returns free memory to the system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
# Owned by root and never written: the server runs on a read-only root.
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
COPY --from=build /app/scripts/*.mjs ./scripts/
COPY --from=build /app/scripts/lib/*.mjs ./scripts/lib/
COPY --from=build /app/lib/access/*.mjs ./lib/access/
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/db/catalog ./db/catalog
# The embedded database and generated secrets, if DATABASE_URL and AUTH_SECRET are not set.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000
# The first start loads the catalogue before the server is ready. A stopping server is not ready either.
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/standalone.mjs", "-H", "0.0.0.0", "-p", "3000"]
