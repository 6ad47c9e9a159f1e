import type { WalletEntry, WalletsFeature } from '@latchkey/core'

/** Finds the wallet of ConnectingExternal by its connector, or by its own ID if it is not installed. */
export function findWallet({
  wallets,
  connectorId,
}: {
  wallets: WalletsFeature
  connectorId: string
}): WalletEntry | undefined {
  return wallets.findByConnector({ connectorId }) ?? wallets.find({ walletId: connectorId })
}
