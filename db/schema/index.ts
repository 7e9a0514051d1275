export * from "./catalog-state";
export * from "./categories";
export * from "./observations";
export * from "./products";
export * from "./sources";
