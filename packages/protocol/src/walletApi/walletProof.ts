/**
 * The text that a new address signs (EIP-191) so that nobody can register an address that is not theirs. It ties the address to
 * the user, the device and the very vault.
 *
 * @param options.vaultHash SHA-256 of the vault's bytes, lower-case hexadecimal
 * @example walletProofMessage({ walletId, userId, deviceId, address, vaultHash })
 */
export function walletProofMessage({
  walletId,
  userId,
  deviceId,
  address,
  vaultHash,
}: {
  walletId: string
  userId: string
  deviceId: string
  address: string
  vaultHash: string
}): string {
  return [
    'Latchkey wallet',
    `wallet: ${walletId}`,
    `user: ${userId}`,
    `device: ${deviceId}`,
    `address: ${address.toLowerCase()}`,
    `vault: ${vaultHash}`,
  ].join('\n')
}
