/** A feature that the embedded wallet alone has among the wallets of the Wallet Standard: by it every kit knows it, also one of another bundle. */
export const embeddedFeature = 'latchkey:'
