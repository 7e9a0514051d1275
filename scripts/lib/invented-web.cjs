// Preloaded into a server. Redirects its requests to the web to a server on this machine, whose port is INVENTED_WEB.
// Every name resolves to a public address, so that all checks of such a request run.
const dns = require("node:dns/promises");
const http = require("node:http");
const https = require("node:https");
const { syncBuiltinESMExports } = require("node:module");

const PUBLIC = [{ address: "1.1.1.1", family: 4 }];
const HERE = new Set(["127.0.0.1", "localhost"]);
const { request } = http;
const { lookup } = dns;

/** Only the readers of pages and lists pass a URL to request(). The payment service's client and others pass a host. */
function invented(real) {
  return (url, options, ...rest) => {
    if (!(url instanceof URL) || HERE.has(url.hostname)) return real(url, options, ...rest);
    const { pathname, search, host } = url;
    const { lookup: _pinned, rejectUnauthorized: _strict, headers, ...others } = options;
    const at = { ...others, host: "127.0.0.1", port: process.env.INVENTED_WEB, path: pathname + search };
    return request({ ...at, headers: { ...headers, host } }, ...rest);
  };
}

http.request = invented(request);
https.request = invented(https.request);
dns.lookup = async (name, options) => (HERE.has(name) ? lookup(name, options) : PUBLIC);
syncBuiltinESMExports();
