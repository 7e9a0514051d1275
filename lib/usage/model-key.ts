/** Regions and makers that clouds put before a model's own id: us.anthropic.claude…, meta.llama…. */
const PREFIXES =
  /^(?:(?:us|eu|apac|global|regional|au|jp|ca|sa|us-gov(?:-[a-z0-9-]+)?)\.)?(?:(?:anthropic|meta|mistral|amazon|cohere|deepseek|openai|qwen|google|ai21|nvidia|minimax|moonshot|zai|writer|stability)\.)?/;
const VERSIONS = /(?:-v\d+(?::\d+)?|:\d+)$/;

/** Alike for one model on the cards of several vendors: its id without vendor, region and deployment version. */
export function modelKey(model: string): string {
  const last = model.toLowerCase().split("/").at(-1) ?? "";
  return last
    .replace(PREFIXES, "")
    .replace(VERSIONS, "")
    .replace(/[^a-z0-9:]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
