import { type Conversation, converse } from "@/lib/mcp/discovery/conversation";
import { ask } from "./ask";

/** An agent's question as it is answered now: the tools are called as a client would call them. */
export function conversation(): Promise<Conversation> {
  return converse((tool, args) => ask(tool.asked, args));
}
