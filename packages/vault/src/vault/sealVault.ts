import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { wipe } from '../bytes/wipe.ts'
import { importAesKey, openAesGcm, sealAesGcm } from '../seal/aesGcm.ts'
import { deriveEvmKey } from '../seed/deriveEvmKey.ts'
import { decodeContents, encodeContents } from './encodeContents.ts'
import type { VaultContents } from './VaultContents.ts'

/** First byte of a sealed vault, to identify the format. */
const layout = 1

/**
 * Seals the contents under the data key: a layout byte, a 96 bit nonce, AES-256-GCM. Authenticates wallet, address and version, so
 * that a server can neither exchange vaults nor present an old one as new.
 *
 * @throws LatchkeyError `malformed_request` if the seed does not belong to the address
 */
export async function sealVault({
  contents,
  dataKey,
  walletId,
  address,
}: {
  contents: VaultContents
  dataKey: Uint8Array
  walletId: string
  /** The EVM address of the seed. */
  address: string
}): Promise<Bytes> {
  requireLength({ name: 'dataKey', bytes: dataKey, length: 32 })
  if (!isOfSeed({ address, seed: contents.seed })) throw new ServiceError('malformed_request', { field: 'address' })
  const plaintext = encodeContents(contents)
  const key = await importAesKey(dataKey, 'encrypt')
  const box = await sealAesGcm({ key, plaintext, additionalData: bindingOf({ ...contents, walletId, address }) })
  wipe(plaintext)
  return concatBytes(Uint8Array.of(layout), box)
}

/**
 * Opens a vault and checks that its seed belongs to the address. An attacker who provides a vault and shares for a foreign address,
 * under their own data key, fails here.
 *
 * @param options.version the server's version of it
 * @param options.seenVersion the newest version that this device has seen
 * @throws LatchkeyError `vault_broken` if key, wallet, address, version or contents do not match; `vault_rolled_back` if the version
 * is older than the one seen
 */
export async function openVault({
  vault,
  dataKey,
  walletId,
  address,
  version,
  seenVersion = 0,
}: {
  vault: Uint8Array
  dataKey: Uint8Array
  walletId: string
  address: string
  version: number
  seenVersion?: number | undefined
}): Promise<VaultContents> {
  requireLength({ name: 'dataKey', bytes: dataKey, length: 32 })
  if (version < seenVersion) throw new ServiceError('vault_rolled_back')
  if (vault[0] !== layout || !Number.isSafeInteger(version)) throw new ServiceError('vault_broken')
  const key = await importAesKey(dataKey, 'decrypt')
  const additionalData = bindingOf({ walletId, address, version })
  const plaintext = await openAesGcm({ key, box: vault.subarray(1), additionalData })
  if (!plaintext) throw new ServiceError('vault_broken')
  const contents = readContents(plaintext)
  wipe(plaintext)
  if (contents?.version !== version || !isOfSeed({ address, seed: contents.seed }))
    throw new ServiceError('vault_broken')
  return contents
}

function readContents(plaintext: Uint8Array): VaultContents | undefined {
  try {
    return decodeContents(plaintext)
  } catch {
    // A parser's error may quote its input.
    return undefined
  }
}

function bindingOf({ walletId, address, version }: { walletId: string; address: string; version: number }): Bytes {
  return canonicalBytes({ t: 'vault', v: version, walletId, address: address.toLowerCase() })
}

function isOfSeed({ address, seed }: { address: string; seed: Uint8Array }): boolean {
  const key = deriveEvmKey({ seed })
  wipe(key.privateKey)
  return key.address.toLowerCase() === address.toLowerCase()
}
