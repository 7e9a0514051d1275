declare module "@adobe/structured-data-validator/src/validator.js" {
  export class Validator {
    constructor(schemaOrg?: object);
    validate(extracted: object): Promise<{ issueMessage: string; path: object[] }[]>;
  }
}
declare module "@marbec/web-auto-extractor" {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] });
    parse(html: string): { jsonld: Record<string, object[]>; microdata: object; rdfa: object; errors: object[] };
  }
}
