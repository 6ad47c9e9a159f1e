/** IDs of the onramp providers that a server can use. */
export const onrampProviderIds = ['sandbox', 'coinbase'] as const

/** ID of an onramp provider. */
export type OnrampProviderId = (typeof onrampProviderIds)[number]
