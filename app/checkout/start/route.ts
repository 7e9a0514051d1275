import { beginCheckout } from "@/lib/account/checkout";

export const POST = beginCheckout;
