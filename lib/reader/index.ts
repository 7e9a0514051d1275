export { type ReadOptions, readPricingPage } from "./in-worker";
export type { ModelConfig } from "./model-client";
export type { FetchedFile, FetchedPage, ModelReader } from "./rung";
export type { Extraction, Extractor, PageReading, ReadPrice, ReadTier, Refusal } from "./types";
