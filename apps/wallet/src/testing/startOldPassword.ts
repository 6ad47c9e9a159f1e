import {
  createDataKey,
  createEntropy,
  createFactor,
  createSalt,
  deriveEvmKey,
  derivePasswordSecret,
  sealDeviceShare,
  sealToFactors,
  sealVault,
  seedFromMnemonic,
  splitDataKey,
  toBase64Url,
  toMnemonic,
} from '@latchkey/vault'
import { english } from 'viem/accounts'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { TestServer } from './createTestServer.ts'

/**
 * Replaces the wallet that a device has just created by one with a password of an earlier version. Salt, costs and public key are
 * readable, and there is neither a password key nor a control key.
 */
export async function startOldPassword({
  server,
  store,
  password,
}: {
  server: TestServer
  store: KeyValueStore
  password: string
}): Promise<{ address: string }> {
  const [[record], [wallet]] = [await store.all('wallets'), server.state.wallets]
  if (!record?.current || !wallet) throw new Error('A wallet was made before')
  const { walletId, deviceId, key } = record
  const entropy = createEntropy()
  const seed = await seedFromMnemonic(toMnemonic({ entropy, words: english }))
  const { address } = deriveEvmKey({ seed })
  const dataKey = createDataKey()
  const [salt, params] = [createSalt(), { m: 64, t: 1, p: 1 }]
  const secret = await derivePasswordSecret({ password, salt, params })
  const createdAt = '2026-10-01T08:00:00.000Z'
  const common = { id: crypto.randomUUID(), kind: 'password' as const, walletId, address, dataKey, createdAt }
  const factor = await createFactor({ ...common, secret, salt, params })
  const contents = { format: 1 as const, entropy, seed, importedKeys: [], factors: [factor], version: 2 }
  const vault = await sealVault({ contents, dataKey, walletId, address })
  const splitting = { walletId, deviceId, epoch: 2 }
  const { device, auth, recovery } = await splitDataKey({ dataKey })
  const { sealed } = await sealToFactors({ recoveryShare: recovery, factors: [factor], dataKey, ...splitting })
  const box = await sealDeviceShare({ key, share: device, ...splitting })
  Object.assign(wallet, { address, vault: toBase64Url(vault), vaultVersion: 2, factors: [factor], controlKey: null })
  wallet.shares = new Map([[deviceId, { epoch: 2, share: toBase64Url(auth), sealed }]])
  const { controlKey: _newer, ...known } = record
  await store.put('wallets', walletId, {
    ...known,
    address,
    seenVersion: 2,
    accounts: [],
    factors: [factor],
    current: { epoch: 2, box, vault, vaultVersion: 2, sealed },
  })
  return { address }
}
