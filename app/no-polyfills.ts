/** In place of Next's: browsers that it supports have what they add, all but URL.canParse, which no script here asks for. */
export {};
