// Preloaded into a server. Sends the traffic of Neon's driver to the relay of db/testing/neon-relay.ts, at NEON_RELAY.
const reachRelay = ({ neonConfig }) => {
  neonConfig.wsProxy = () => `${process.env.NEON_RELAY}/`;
  neonConfig.useSecureWebSocket = false;
};

// The module has one instance for require() and one for import().
reachRelay(require("@neondatabase/serverless"));
import("@neondatabase/serverless").then(reachRelay);
