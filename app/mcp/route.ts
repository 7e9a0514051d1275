import { handleMcp } from "@/lib/mcp/handler";

const serve = (request: Request) => handleMcp(request);

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
