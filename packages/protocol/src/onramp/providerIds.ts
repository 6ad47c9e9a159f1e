/** Ids of the on-ramp providers that a server may sell with. */
export const onrampProviderIds = ['sandbox', 'coinbase'] as const

/** The id of an on-ramp provider. */
export type OnrampProviderId = (typeof onrampProviderIds)[number]
