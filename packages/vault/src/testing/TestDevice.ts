import type { Factor } from '@latchkey/protocol/wallet'
import {
  combineShares,
  createDataKey,
  createDeviceKey,
  createEntropy,
  createFactor,
  createSalt,
  deriveEvmKey,
  deriveFactorKeyPair,
  type FactorKind,
  fromBase64Url,
  openDeviceShare,
  openShare,
  openVault,
  reauthenticateFactor,
  sealDeviceShare,
  sealToFactors,
  sealVault,
  seedFromMnemonic,
  splitDataKey,
  toBase64Url,
  toMnemonic,
  type VaultContents,
  verifyFactorBinding,
} from '../exports/index.ts'
import { releaseFor, type TestServer } from './TestServer.ts'

const createdAt = '2026-11-20T12:00:00.000Z'

/** A device with its own store, which uses this package as a frame does. */
export type TestDevice = {
  deviceId: string
  key: CryptoKey
  /** D by epoch, sealed. */
  boxes: Map<number, Uint8Array>
  seenVersion: number
}

export type OpenedWallet = { dataKey: Uint8Array; contents: VaultContents }

export async function createDevice(): Promise<TestDevice> {
  return { deviceId: crypto.randomUUID(), key: await createDeviceKey(), boxes: new Map(), seenVersion: 0 }
}

export async function createWallet({
  device,
  words,
  secrets,
}: {
  device: TestDevice
  words: readonly string[]
  /** `evaluated`: a password that the server evaluates; the others have a salt. */
  secrets: readonly { kind: FactorKind; secret: Uint8Array; evaluated?: { id: string; oprf: Uint8Array } }[]
}): Promise<TestServer> {
  const entropy = createEntropy()
  const seed = await seedFromMnemonic(toMnemonic({ entropy, words }))
  const { address } = deriveEvmKey({ seed })
  const walletId = crypto.randomUUID()
  const dataKey = createDataKey()
  const factors: Factor[] = []
  for (const { kind, secret, evaluated } of secrets)
    factors.push(
      await createFactor({
        id: evaluated?.id ?? crypto.randomUUID(),
        kind,
        secret,
        salt: evaluated ? undefined : createSalt(),
        oprf: evaluated?.oprf,
        walletId,
        address,
        dataKey,
        createdAt,
      }),
    )
  const contents: VaultContents = { format: 1, entropy, seed, importedKeys: [], factors, version: 1 }
  const vault = await sealVault({ contents, dataKey, walletId, address })
  const server: TestServer = { walletId, address, vault, vaultVersion: 1, factors, devices: new Map() }
  await enrol({ device, server, dataKey })
  device.seenVersion = 1
  return server
}

/** Splits again for this device: D stays, A and the sealed R go to the server. */
export async function enrol({
  device,
  server,
  dataKey,
}: {
  device: TestDevice
  server: TestServer
  dataKey: Uint8Array
}): Promise<string[]> {
  const { deviceId, key, boxes } = device
  const { walletId, factors, devices } = server
  const epoch = Math.max(0, ...boxes.keys()) + 1
  const { device: share, auth, recovery } = await splitDataKey({ dataKey })
  boxes.set(epoch, await sealDeviceShare({ key, share, walletId, deviceId, epoch }))
  const { sealed, refused } = await sealToFactors({
    recoveryShare: recovery,
    factors,
    dataKey,
    walletId,
    deviceId,
    epoch,
  })
  devices.delete(deviceId)
  devices.set(deviceId, { epoch, share: toBase64Url(auth), sealed })
  return refused
}

/** D and A. */
export async function unlock({ device, server }: { device: TestDevice; server: TestServer }): Promise<OpenedWallet> {
  const { deviceId, key, boxes } = device
  const released = server.devices.get(deviceId)
  if (!released) throw new Error('The server released no share')
  const { epoch, share } = released
  const box = boxes.get(epoch) ?? new Uint8Array(0)
  const first = await openDeviceShare({ key, box, walletId: server.walletId, deviceId, epoch })
  return open({ device, server, dataKey: await combineShares({ first, second: fromBase64Url(share) }) })
}

/** Recovers with R and A by a factor, then splits for this device. */
export async function recover({
  device,
  server,
  factor,
  secret,
}: {
  device: TestDevice
  server: TestServer
  factor: Factor
  secret: Uint8Array
}): Promise<OpenedWallet> {
  const { walletId, address } = server
  if (!(await verifyFactorBinding({ factor, secret, address }))) throw new Error('The binding does not fit')
  const { deviceId, epoch, share, sealed } = releaseFor(server, factor.id)
  const { privateKey } = await deriveFactorKeyPair({ kind: factor.kind, secret, salt: saltOf(factor) })
  const [enc, ct] = [fromBase64Url(sealed.enc), fromBase64Url(sealed.ct)]
  const first = await openShare({ privateKey, enc, ct, walletId, deviceId, epoch })
  const opened = await open({ device, server, dataKey: await combineShares({ first, second: fromBase64Url(share) }) })
  await enrol({ device, server, dataKey: opened.dataKey })
  return opened
}

/** A new data key: every factor is authenticated again, every other device is removed. */
export async function rotate({ device, server }: { device: TestDevice; server: TestServer }): Promise<void> {
  const { dataKey: oldDataKey, contents } = await unlock({ device, server })
  const { walletId, address } = server
  const dataKey = createDataKey()
  const factors = await Promise.all(
    contents.factors.map((factor) => reauthenticateFactor({ factor, walletId, oldDataKey, dataKey })),
  )
  const version = contents.version + 1
  server.vault = await sealVault({ contents: { ...contents, factors, version }, dataKey, walletId, address })
  server.vaultVersion = version
  server.factors = factors
  server.devices.clear()
  device.seenVersion = version
  await enrol({ device, server, dataKey })
}

async function open({
  device,
  server: { vault, walletId, address, vaultVersion },
  dataKey,
}: {
  device: TestDevice
  server: TestServer
  dataKey: Uint8Array
}): Promise<OpenedWallet> {
  const { seenVersion } = device
  const contents = await openVault({ vault, dataKey, walletId, address, version: vaultVersion, seenVersion })
  device.seenVersion = contents.version
  return { dataKey, contents }
}

/** Undefined for a password that the server evaluates. */
export function saltOf({ meta: { salt } }: Factor): Uint8Array | undefined {
  return salt === undefined ? undefined : fromBase64Url(salt)
}
