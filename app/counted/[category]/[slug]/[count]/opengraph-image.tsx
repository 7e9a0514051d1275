export { alt, contentType, default, size } from "@/app/software/[category]/[slug]/opengraph-image";

export const dynamic = "force-dynamic";
