import { type AnyNode, type Expression, type Program, parse } from "acorn";

/** A literal in a script that holds data. */
export interface ScriptLiteral {
  /** The variable that it is assigned to, or the function that it is passed to, for example `self.__next_f.push`. */
  label: string;
  value: unknown;
}

const LONGEST_SCRIPT = 2_000_000;
const MOST_NODES = 400_000;

type Scope = ReadonlyMap<string, unknown>;

/** Replaces a value that only running the script would reveal. */
const UNKNOWN = undefined;

/**
 * Returns the object and array literals of a script without running it. A value that is not a literal (a call, a sum, a
 * name bound elsewhere) is undefined. Null if the script cannot be parsed or is too long.
 */
export function literalsOf(script: string): ScriptLiteral[] | null {
  return readScript(script)?.literals ?? null;
}

/** Returns the literals of a script, and the properties that it changes later: `price` for `plan.price = 15`. */
export function readScript(script: string): { literals: ScriptLiteral[]; changed: ReadonlySet<string> } | null {
  if (script.length > LONGEST_SCRIPT) return null;
  const program = parsed(script);
  if (program === null) return null;
  const literals: ScriptLiteral[] = [];
  const changed = new Set<string>();
  try {
    new Reader(literals, changed).walk(program, "", new Map());
  } catch {
    // Nested too deep, or too large for a script's data.
    if (literals.length === 0) return null;
  }
  return { literals, changed };
}

function parsed(script: string): Program | null {
  for (const sourceType of ["script", "module"] as const) {
    try {
      return parse(script, {
        ecmaVersion: "latest",
        sourceType,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
      });
    } catch {}
  }
  return null;
}

class Reader {
  private nodes = 0;
  constructor(
    private readonly found: ScriptLiteral[],
    private readonly changed: Set<string>,
  ) {}

  walk(node: AnyNode, label: string, scope: Scope): void {
    this.count();
    switch (node.type) {
      case "ObjectExpression":
      case "ArrayExpression":
        this.keep(label, this.evaluate(node, label, scope));
        return;
      case "Program":
      case "BlockStatement": {
        const inner = this.constants(node.body, scope);
        for (const statement of node.body) this.walk(statement, label, inner);
        return;
      }
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) if (init) this.walk(init, nameOf(id) || label, scope);
        return;
      case "UpdateExpression":
        this.change(node.argument);
        return;
      case "AssignmentExpression":
        this.change(node.left);
        this.walk(node.right, nameOf(node.left) || label, scope);
        return;
      case "CallExpression":
      case "NewExpression": {
        if (node.type === "CallExpression" && readable(node)) {
          const value = this.call(node, label, scope);
          this.keep(label, value);
          return;
        }
        const { callee } = node;
        this.walk(callee, label, isFunction(callee) ? this.bound(callee, node.arguments, scope) : scope);
        for (const argument of node.arguments) this.walk(argument, nameOf(callee) || label, scope);
        return;
      }
      default:
        for (const child of childrenOf(node)) this.walk(child, label, scope);
    }
  }

  private evaluate(node: AnyNode, label: string, scope: Scope): unknown {
    this.count();
    switch (node.type) {
      case "Literal":
        return typeof node.value === "bigint" || node.value instanceof RegExp ? UNKNOWN : node.value;
      case "TemplateLiteral":
        return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? UNKNOWN) : UNKNOWN;
      case "Identifier":
        return scope.get(node.name);
      case "UnaryExpression": {
        if (node.operator === "!" && node.argument.type === "Literal") return !node.argument.value;
        const value = node.operator === "-" ? this.evaluate(node.argument, label, scope) : UNKNOWN;
        return typeof value === "number" ? -value : UNKNOWN;
      }
      case "ParenthesizedExpression":
        return this.evaluate(node.expression, label, scope);
      case "ArrayExpression":
        return node.elements.some((element) => element?.type === "SpreadElement")
          ? this.unread(node, label, scope)
          : node.elements.map((element) => (element ? this.evaluate(element, label, scope) : null));
      case "ObjectExpression":
        return this.object(node, label, scope);
      case "CallExpression":
        if (readable(node)) return this.call(node, label, scope);
        this.walk(node, label, scope);
        return UNKNOWN;
      default:
        this.walk(node, label, scope);
        return UNKNOWN;
    }
  }

  private object(node: AnyNode & { type: "ObjectExpression" }, label: string, scope: Scope): unknown {
    const entries: [string, unknown][] = [];
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        // A spread may override the entries before it.
        entries.length = 0;
        this.walk(property.argument, label, scope);
        continue;
      }
      const key = keyOf(property.key, property.computed);
      if (key === null) return this.unread(node, label, scope);
      entries.push([key, this.evaluate(property.value, `${label}.${key}`, scope)]);
    }
    return Object.fromEntries(entries.filter(([key]) => key !== "__proto__"));
  }

  private unread(node: AnyNode, label: string, scope: Scope): undefined {
    for (const child of childrenOf(node)) {
      this.walk(child.type === "Property" ? child.value : child, label, scope);
    }
    return UNKNOWN;
  }

  private call({ callee, arguments: handed }: Call, label: string, scope: Scope): unknown {
    if (isFunction(callee)) {
      const returned = returnedBy(callee);
      return returned ? this.evaluate(returned, label, this.bound(callee, handed, scope)) : UNKNOWN;
    }
    const [only] = handed;
    const value = only && this.evaluate(only, label, scope);
    const name = functionName(callee);
    if (name === "Object.freeze") return value;
    if (typeof value !== "string") return UNKNOWN;
    try {
      if (name === "JSON.parse") return JSON.parse(value);
      // biome-ignore lint/style/noRestrictedGlobals: evaluates the call of the page, errors included
      return name === "atob" ? atob(value) : decodeURIComponent(value);
    } catch {
      return UNKNOWN;
    }
  }

  /** Returns the names that the statements permanently bind to a literal. */
  private constants(statements: readonly AnyNode[], outer: Scope): Scope {
    const scope = new Map(outer);
    for (const statement of statements) {
      if (statement.type === "FunctionDeclaration" && statement.id) scope.delete(statement.id.name);
      if (statement.type !== "VariableDeclaration") continue;
      for (const { id, init } of statement.declarations) {
        if (id.type !== "Identifier") continue;
        scope.delete(id.name);
        if (statement.kind !== "const" || !init) continue;
        const value =
          init.type === "Literal" || init.type === "TemplateLiteral" ? this.evaluate(init, "", scope) : UNKNOWN;
        if (value !== UNKNOWN) scope.set(id.name, value);
      }
    }
    return scope;
  }

  /** Binds arguments to parameters: Nuxt and others pass repeated values to a function. */
  private bound(callee: Callable, handed: readonly AnyNode[], outer: Scope): Scope {
    const scope = new Map(outer);
    callee.params.forEach((parameter, at) => {
      if (parameter.type !== "Identifier") return;
      const argument = handed[at];
      scope.set(parameter.name, argument ? this.evaluate(argument, "", outer) : UNKNOWN);
    });
    return scope;
  }

  private change(target: AnyNode): void {
    if (target.type !== "MemberExpression") return;
    const key = keyOf(target.property as AnyNode, target.computed);
    if (key !== null) this.changed.add(key);
  }

  private keep(label: string, value: unknown): void {
    if (typeof value === "object" && value !== null) this.found.push({ label, value });
  }

  private count(): void {
    if (++this.nodes > MOST_NODES) throw new RangeError("more nodes than are read");
  }
}

type Call = AnyNode & { type: "CallExpression" };
type Callable = AnyNode & { type: "FunctionExpression" | "ArrowFunctionExpression" };

function isFunction(node: AnyNode): node is Callable {
  return node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression";
}

/** Returns whether the result of a call can be computed without running the script. */
function readable({ callee, arguments: handed }: Call): boolean {
  if (isFunction(callee)) return returnedBy(callee) !== null;
  return (
    handed.length === 1 && ["JSON.parse", "decodeURIComponent", "atob", "Object.freeze"].includes(functionName(callee))
  );
}

function functionName(callee: AnyNode): string {
  return nameOf(callee).replace(/^(?:window|self|globalThis)\./, "");
}

/** Returns the expression that a function returns if the function does nothing else. */
function returnedBy({ body }: Callable): Expression | null {
  if (body.type !== "BlockStatement") return body;
  if (body.body.length !== 1) return null;
  const [statement] = body.body;
  return statement?.type === "ReturnStatement" ? (statement.argument ?? null) : null;
}

function keyOf(key: AnyNode, computed: boolean): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  return key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number")
    ? String(key.value)
    : null;
}

function nameOf(node: AnyNode): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  // (self.__next_f = self.__next_f || []).push(…)
  if (node.type === "AssignmentExpression") return nameOf(node.left);
  if (node.type === "LogicalExpression") return nameOf(node.left);
  if (node.type !== "MemberExpression") return "";
  const property = keyOf(node.property as AnyNode, node.computed);
  return property === null ? nameOf(node.object) : [nameOf(node.object), property].filter(Boolean).join(".");
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((child): child is AnyNode => typeof child === "object" && child !== null && typeof child.type === "string");
}
