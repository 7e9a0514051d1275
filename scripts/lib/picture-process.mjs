// Draws what pictures.mjs asks for, a message each, until that lets go of it.
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
// What a terminal or a service manager tells every process is for the server, which lets go of us as it ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
