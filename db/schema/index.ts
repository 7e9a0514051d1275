export * from "./catalog-state";
export * from "./categories";
export * from "./observations";
export * from "./price-changes";
export * from "./product-index";
export * from "./products";
export * from "./sources";
