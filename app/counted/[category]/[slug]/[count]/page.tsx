export { default, generateMetadata } from "@/app/software/[category]/[slug]/page";

/** Serves a product's page with ?seats= and renders it for each request: see the rewrites. */
export const dynamic = "force-dynamic";
