/**
 * The text that the wallet's own address signs (EIP-191) for a device that hands over its shares: only who has opened the wallet can
 * make it. A login alone (somebody else in the mailbox, say) enrols nothing, and so can change nothing.
 *
 * @param options.epoch of the shares
 * @example deviceProofMessage({ walletId, deviceId, address, epoch: 1 })
 */
export function deviceProofMessage({
  walletId,
  deviceId,
  address,
  epoch,
}: {
  walletId: string
  deviceId: string
  address: string
  epoch: number
}): string {
  return [
    'Latchkey device',
    `wallet: ${walletId}`,
    `device: ${deviceId}`,
    `address: ${address.toLowerCase()}`,
    `epoch: ${epoch}`,
  ].join('\n')
}
