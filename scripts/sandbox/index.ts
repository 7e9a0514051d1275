/** For tests that drive the payment service from its own side. Everything else uses HTTP: see main.mjs. */
export { api } from "./api";
export {
  cancelNow,
  changeCard,
  closeDispute,
  deleteCustomer,
  endPeriod,
  expireSession,
  giveUp,
  isDeleted,
  openDispute,
  pay,
  payByDebit,
  planCancellation,
  refund,
  resume,
  retryPayment,
  settleDebit,
} from "./billing";
export { TEST_CARDS } from "./cards";
export { API_KEY, Context } from "./context";
export { type Sandbox, startSandbox } from "./server";
export { Store } from "./store";
