import { type Conversation, converse } from "@/lib/mcp/discovery/conversation";
import { ask, exampleOf } from "./ask";

/** An agent's question as it is answered now: the tools are called as a client would call them. Null without its products. */
export function conversation(): Promise<Conversation | null> {
  return exampleOf(converse((tool, args) => ask(tool.asked, args)));
}
