export { default, generateMetadata } from "@/app/software/[category]/[slug]/page";

/** A product's page with ?seats=, drawn for each request: see the rewrites. */
export const dynamic = "force-dynamic";
