import { OpenAPIClientAxios } from "openapi-client-axios";
import { COST, holdsCost, REQUESTS } from "../asked.mjs";

export default async function ({ check, service, document }) {
  const api = new OpenAPIClientAxios({ definition: document, axiosConfigDefaults: { baseURL: service } });
  const client = await check("client", () => api.init());
  // axios serializes arrays as slugs[]=a&slugs[]=b.
  for (const [name, input, holds] of REQUESTS) {
    await check(name, async () => holds((await client[name](input)).data));
  }
  await check("calculate_tco", async () => holdsCost((await client.calculate_tco(null, COST)).data));
}
