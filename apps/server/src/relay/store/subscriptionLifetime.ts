import { relayLimits } from '@latchkey/protocol/relay'

/** Milliseconds after which a subscription ends that nobody renewed: a day longer than any message can wait. */
export const subscriptionLifetime = (relayLimits.maximumTtl + 86_400) * 1000
