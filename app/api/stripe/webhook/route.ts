import { receiveEvent } from "@/lib/billing/webhook";
import { stripeWebhook } from "@/lib/http/stripe-webhook";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = stripeWebhook(receiveEvent);
