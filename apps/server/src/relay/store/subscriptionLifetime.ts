import { relayLimits } from '@latchkey/protocol/relay'

/** Milliseconds after which an unrenewed subscription ends: a day longer than any message can wait. */
export const subscriptionLifetime = (relayLimits.maximumTtl + 86_400) * 1000
