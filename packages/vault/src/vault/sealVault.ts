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

/** First byte of a sealed vault, so that another way of sealing can be told apart one day. */
const layout = 1

/**
 * Seals the contents under the data key: a layout byte, a 96 bit nonce, AES-256-GCM. Wallet, address and version are
 * authenticated with it, so that a server can neither exchange vaults nor call an old one new.
 *
 * @throws LatchkeyError `malformed_request` when the seed is not of the address
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
 * Opens a vault and checks that its seed gives the very address: whoever gave the vault and shares of a data key of his own, for
 * an address that is not his, gets no further than this.
 *
 * @param options.version what the server calls its version
 * @param options.seenVersion the newest that this device has seen
 * @throws LatchkeyError `vault_broken` when key, wallet, address, version or contents do not fit; `vault_rolled_back` when the
 * version is older than the one seen
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
    // A parser's error may quote what it read.
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
