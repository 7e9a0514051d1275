import { type Conversation, converse } from "@/lib/mcp/discovery/conversation";
import { ask, exampleOf } from "./ask";

/**
 * Returns an example of an agent's question with today's responses. Calls the tools as a client does. Returns null if
 * the catalogue lacks its products.
 */
export function conversation(): Promise<Conversation | null> {
  return exampleOf(converse((tool, args) => ask(tool.asked, args)));
}
