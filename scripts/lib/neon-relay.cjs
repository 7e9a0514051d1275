// Loaded before a server: what Neon's driver has to say goes to the relay of db/testing/neon-relay.ts, at NEON_RELAY.
const reachRelay = ({ neonConfig }) => {
  neonConfig.wsProxy = () => `${process.env.NEON_RELAY}/`;
  neonConfig.useSecureWebSocket = false;
};

// It has one form for each way of loading it.
reachRelay(require("@neondatabase/serverless"));
import("@neondatabase/serverless").then(reachRelay);
