/** Replaces @electric-sql/pglite in a build for Vercel, which has no embedded database: see next.config.ts. */
export const PGlite = {
  create() {
    throw new Error("This build has no embedded database. Set DATABASE_URL.");
  },
};
export const pg_trgm = {};
export const types = {};
