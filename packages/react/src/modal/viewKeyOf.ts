import type { ModalState } from '@latchkey/core'

/** Returns a key of the current view. Entries with the same key are one view with changed data. */
export function viewKeyOf({ history }: Pick<ModalState, 'history'>): string | undefined {
  const entry = history.at(-1)
  if (entry === undefined) return undefined
  const part =
    entry.name === 'ConnectingExternal'
      ? entry.data.connectorId
      : entry.name === 'ConnectingWalletConnect' || entry.name === 'ConnectingMultiChain'
        ? entry.data.walletId
        : entry.name === 'SwitchNetwork'
          ? entry.data.chainId
          : entry.name === 'Transaction'
            ? 'id' in entry.data
              ? entry.data.id
              : entry.data.hash
            : ''
  return `${history.length} ${entry.name} ${part}`
}
