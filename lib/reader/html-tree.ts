// The slim build, without fetch functions, also runs on Node 20.9.
import { type CheerioAPI, load } from "cheerio/slim";
import { Parser, Tokenizer, type TreeAdapter } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>;

export const MAX_NODES = 100_000;
/** Chrome allows 512 levels. The parser walks the open elements on each tag, so its time grows with this limit. */
export const MAX_DEPTH = 1_000;
export const MAX_ATTRIBUTES = 300;

/** The page exceeds a limit of the parser. The message is the reason that the check records. */
export class OversizedPage extends Error {}

/**
 * Parses a page like a browser, in time proportional to its length.
 * @throws OversizedPage
 */
export function parseHtml(text: string): CheerioAPI {
  const parser = new Parser({ treeAdapter: boundedAdapter(), scriptingEnabled: true });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  parser.tokenizer.write(text, true);
  return load(parser.document);
}

/** The tokenizer compares each attribute with all others of its tag, even if the parser then ignores the tag. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    const token = this.currentToken;
    if (token && "attrs" in token && token.attrs.length > MAX_ATTRIBUTES)
      throw new OversizedPage("an element has too many attributes");
  }
}

/**
 * Returns a tree adapter that counts nodes and levels, and inserts near the last children without searching from the
 * first.
 */
function boundedAdapter(): Adapter {
  let nodes = 0;
  let depth = 0;
  const countNode = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new OversizedPage("it has too many elements");
  };
  const insertBefore: Adapter["insertBefore"] = (parent, node, reference) => {
    node.prev = reference.prev;
    node.next = reference;
    if (node.prev) node.prev.next = node;
    reference.prev = node;
    parent.children.splice(parent.children.lastIndexOf(reference), 0, node);
    node.parent = parent;
  };
  const createTextNode: Adapter["createTextNode"] = (value) => {
    countNode();
    return adapter.createTextNode(value);
  };
  return {
    ...adapter,
    createElement(name, namespace, attributes) {
      countNode();
      return adapter.createElement(name, namespace, attributes);
    },
    createCommentNode(data) {
      countNode();
      return adapter.createCommentNode(data);
    },
    createTextNode,
    insertBefore,
    insertText(parent, text) {
      const last = parent.children.at(-1);
      if (last && adapter.isTextNode(last)) last.data += text;
      else adapter.appendChild(parent, createTextNode(text));
    },
    insertTextBefore(parent, text, reference) {
      const { prev } = reference;
      if (prev && adapter.isTextNode(prev)) prev.data += text;
      else insertBefore(parent, createTextNode(text), reference);
    },
    detachNode(node) {
      const { parent, prev, next } = node;
      if (!parent) return;
      if (prev) prev.next = next;
      if (next) next.prev = prev;
      parent.children.splice(parent.children.lastIndexOf(node), 1);
      node.parent = node.prev = node.next = null;
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new OversizedPage("nested too deep");
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
