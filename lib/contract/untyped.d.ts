declare module "@adobe/structured-data-validator/src/validator.js" {
  export class Validator {
    constructor(schemaOrg?: object);
    validate(extracted: object): Promise<{ issueMessage: string; path: object[] }[]>;
  }
}
