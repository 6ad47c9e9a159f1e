/**
 * Name of a Wallet Standard feature that only the embedded wallet has. It identifies the wallet to every kit on the page, even one of
 * another bundle.
 */
export const embeddedFeature = 'latchkey:'
