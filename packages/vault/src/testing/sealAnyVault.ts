import { canonicalBytes } from '@latchkey/protocol'
import type { Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { importAesKey, sealAesGcm } from '../seal/aesGcm.ts'

/** Seals as an attacker with their own data key and code: any bytes, for any wallet and address. */
export async function sealAnyVault({
  plaintext,
  dataKey,
  walletId,
  address,
  version,
}: {
  plaintext: Uint8Array
  dataKey: Uint8Array
  walletId: string
  address: string
  version: number
}): Promise<Bytes> {
  const key = await importAesKey(dataKey, 'encrypt')
  const additionalData = canonicalBytes({ t: 'vault', v: version, walletId, address: address.toLowerCase() })
  return concatBytes(Uint8Array.of(1), await sealAesGcm({ key, plaintext, additionalData }))
}
