// Renders an image for each message from pictures.mjs until that disconnects.
import { ImageResponse } from "next/og.js";

let options = {};
process.title = "pricing-pictures";

process.on("message", async (message) => {
  if (message.options) options = message.options;
  const { number, tree } = message;
  try {
    const image = new Uint8Array(await new ImageResponse(tree, options).arrayBuffer());
    process.send?.({ number, image });
  } catch (error) {
    process.send?.({ number, fault: error instanceof Error ? error.stack : String(error) });
  }
});
// A terminal or a service manager sends signals to every process. This process ignores them: the server disconnects
// when it ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
