import type { DeviceShares, Factor, SealedShare } from '@latchkey/protocol/wallet'

/** All data of a server for one wallet, with its key-encryption key: the shares A are in clear here. */
export type TestServer = {
  walletId: string
  address: string
  vault: Uint8Array
  vaultVersion: number
  factors: Factor[]
  devices: Map<string, DeviceShares>
}

/** Released by the server for a factor: A and the sealed R of the newest split that covers it. */
export function releaseFor(
  { devices }: TestServer,
  factorId: string,
): {
  deviceId: string
  epoch: number
  share: string
  sealed: SealedShare
} {
  for (const [deviceId, { epoch, share, sealed }] of [...devices].reverse()) {
    const found = sealed.find((candidate) => candidate.factorId === factorId)
    if (found) return { deviceId, epoch, share, sealed: found }
  }
  throw new Error('No device covers this factor')
}
