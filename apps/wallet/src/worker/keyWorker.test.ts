import { solanaNetworks } from '@latchkey/protocol'
import { controlKeyClaim, type ListedFactor, type RecoverySet } from '@latchkey/protocol/wallet'
import { createDeviceKey, fromBase64Url } from '@latchkey/vault'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { english } from 'viem/accounts'
import { keccak256, recoverAddress } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { testSigners } from '../testing/testSigners.ts'
import { type CallPort, callPort, serveCalls } from './callPort.ts'
import { connectKeyWorker } from './connectKeyWorker.ts'
import { createKeyWorkerCalls } from './createKeyWorkerCalls.ts'
import { createRareCalls } from './createRareCalls.ts'
import type { SealedWallet } from './KeyWorkerCalls.ts'

const words = english.join('\n')
/** Cheap costs: the vault's tests cover the real ones. */
const costs = { password: { m: 64, t: 1, p: 1 }, keystore: { n: 16, r: 1, p: 1 } }
const open: MessageChannel[] = []
afterEach(() => {
  for (const { port1, port2 } of open.splice(0)) {
    port1.close()
    port2.close()
  }
})

/** The real module behind a message channel, as in a worker. */
function startWorker() {
  const { keys } = connectKeyWorker({
    load: async () => {
      const channel = new MessageChannel()
      open.push(channel)
      serveCalls({
        port: channel.port2 as unknown as CallPort,
        calls: createKeyWorkerCalls({ rare: (use) => use(createRareCalls({ costs, signers: testSigners })) }),
      })
      return channel.port1 as unknown as CallPort
    },
  })
  return keys
}

async function makeWallet() {
  const keys = startWorker()
  const deviceId = crypto.randomUUID()
  const userId = crypto.randomUUID()
  const key = await createDeviceKey()
  const made = await keys.create({ words, userId, target: { deviceId, epoch: 1, key } })
  const sealedWallet = (
    vault: Uint8Array<ArrayBuffer>,
    vaultVersion: number,
    factors: ListedFactor[] = [],
  ): SealedWallet => ({
    walletId: made.walletId,
    address: made.address,
    vault,
    vaultVersion,
    seenVersion: 0,
    factors,
    accounts: null,
  })
  return { keys, deviceId, userId, key, made, sealedWallet }
}

test('default', async () => {
  const { made, key, deviceId, userId, sealedWallet } = await makeWallet()
  const { accounts: all } = made
  expect(all.slice(0, 2).map(({ namespace }) => namespace)).toStrictEqual(['eip155', 'solana'])
  expect(
    all.slice(2).map(({ path, address }) => [path, address.slice(0, 6).replace(/[a-z0-9]{2}$/, '')]),
  ).toStrictEqual([
    ["m/84'/0'/0'/0/0", 'bc1q'],
    ["m/86'/0'/0'/0/0", 'bc1p'],
    ["m/84'/1'/0'/0/0", 'tb1q'],
    ["m/86'/1'/0'/0/0", 'tb1p'],
    ["m/84'/1'/0'/0/0", 'bcrt'],
    ["m/86'/1'/0'/0/0", 'bcrt'],
  ])
  const { walletId, address, controlKey } = made
  const hash = keccak256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey }))
  expect(await recoverAddress({ hash, signature: made.addressProof as `0x${string}` })).toBe(address)

  const other = startWorker()
  const { accounts, factors, forged } = await other.unlock({
    wallet: sealedWallet(made.vault, 1),
    target: { deviceId, epoch: 1, key },
    box: made.box,
    share: fromBase64Url(made.device.share),
  })
  expect(accounts).toStrictEqual(made.accounts)
  expect([factors, forged]).toStrictEqual([[], []])
})

test('behavior: a wallet that was generated in advance is used once; the next is another', async () => {
  const keys = startWorker()
  await keys.prepare({ words })
  const target = { deviceId: 'd', epoch: 1, key: await createDeviceKey() }
  const first = await keys.create({ words, userId: 'u', target })
  const second = await keys.create({ words, userId: 'u', target })
  expect(first.address).not.toBe(second.address)
  expect(first.walletId).not.toBe(second.walletId)
})

test('behavior: threat 71: signatures are deterministic (RFC 6979)', async () => {
  const { keys, made } = await makeWallet()
  const digest = `0x${'ab'.repeat(32)}` as const
  const [one, two] = await Promise.all([1, 2].map(() => keys.signDigest({ address: made.address, digest })))
  expect(one).toBe(two)
  await expect(keys.signDigest({ address: made.address, digest: '0x12' })).rejects.toMatchObject({
    code: 'malformed_request',
  })
  await expect(keys.signDigest({ address: `0x${'11'.repeat(20)}`, digest })).rejects.toMatchObject({
    code: 'account_changed',
  })
})

test('behavior: a device transfer unlocks nothing if the worker is locked in the meantime', async () => {
  const { keys, made, sealedWallet } = await makeWallet()
  const newDevice = startWorker()
  const { code } = await keys.startTransfer({ handoverId: crypto.randomUUID() })
  const { pub, mac } = await newDevice.answerTransfer({ code })
  await keys.checkTransfer({ pub, mac })
  const sealed = await keys.sealTransfer()
  const finishing = newDevice.finishTransfer({ wallet: sealedWallet(made.vault, 1), ...sealed })
  await Promise.all([newDevice.lock(), expect(finishing).rejects.toMatchObject({ code: 'wallet_locked' })])
  const digest = `0x${'ab'.repeat(32)}` as const
  await expect(newDevice.signDigest({ address: made.address, digest })).rejects.toMatchObject({ code: 'wallet_locked' })
})

test('behavior: locked, nothing that needs a key works', async () => {
  const { keys, made, key } = await makeWallet()
  await keys.lock()
  const target = { deviceId: 'd', epoch: 2, key }
  const payload = { kind: 'solanaMessage', account: made.accounts[1]?.address ?? '', message: 'AA==' } as const
  for (const call of [
    () => keys.signDigest({ address: made.address, digest: `0x${'ab'.repeat(32)}` }),
    () => keys.signFamily({ payload, chainId: solanaNetworks.localnet }),
    () => keys.exportMnemonic({ words }),
    () => keys.exportPrivateKey({ namespace: 'eip155' }),
    () => keys.split({ target }),
    () => keys.rotate({ target, until: 0 }),
    () => keys.proveControl({ action: 'rotate', userId: 'u', deviceId: 'd', body: {} }),
    () => keys.claimControl({ userId: 'u', deviceId: 'd' }),
    () => keys.proveReturn({ version: 1, until: 0 }),
    () => keys.createBackupCode(),
    () => keys.startTransfer({ handoverId: crypto.randomUUID() }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'wallet_locked' })
})

test('behavior: a lock forgets the shown code, and device transfers on either side', async () => {
  const { keys, made, deviceId, key, sealedWallet } = await makeWallet()
  const target = { deviceId, epoch: 1, key }
  const relock = async () => {
    await keys.lock()
    const share = fromBase64Url(made.device.share)
    await keys.unlock({ wallet: sealedWallet(made.vault, 1), target, box: made.box, share })
  }
  const newDevice = startWorker()
  const answer = async () => {
    const { code } = await keys.startTransfer({ handoverId: crypto.randomUUID() })
    const { pub, mac } = await newDevice.answerTransfer({ code })
    await keys.checkTransfer({ pub, mac })
  }
  await answer()
  const sealed = await keys.sealTransfer()
  await newDevice.lock()
  await expect(newDevice.finishTransfer({ wallet: sealedWallet(made.vault, 1), ...sealed })).rejects.toMatchObject({
    code: 'recovery_failed',
  })
  await answer()
  const { code } = await keys.createBackupCode()
  await relock()
  await expect(keys.sealTransfer()).rejects.toMatchObject({ code: 'recovery_failed' })
  const secret = { kind: 'backupCode', code } as const
  const createdAt = new Date(0).toISOString()
  await expect(
    keys.addFactor({ id: crypto.randomUUID(), secret, createdAt, target: { ...target, epoch: 2 } }),
  ).rejects.toMatchObject({ code: 'backup_code_invalid' })
  // Started again, each succeeds.
  await answer()
  await newDevice.finishTransfer({ wallet: sealedWallet(made.vault, 1), ...(await keys.sealTransfer()) })
  const again = await keys.createBackupCode()
  await keys.addFactor({
    id: crypto.randomUUID(),
    secret: { kind: 'backupCode', code: again.code },
    createdAt,
    target: { ...target, epoch: 2 },
  })
})

describe('with a factor', () => {
  const withFactor = async () => {
    const wallet = await makeWallet()
    const { keys, deviceId, key } = wallet
    const { code } = await keys.createBackupCode()
    const added = await keys.addFactor({
      id: crypto.randomUUID(),
      secret: { kind: 'backupCode', code },
      createdAt: new Date(0).toISOString(),
      target: { deviceId, epoch: 2, key },
    })
    await keys.commit()
    return { ...wallet, code, added }
  }

  test('behavior: threat 73: offline-exit: this device and a factor unlock the wallet without the server', async () => {
    const { made, deviceId, key, sealedWallet, code, added } = await withFactor()
    const [sealed] = added.device.sealed
    if (!sealed) throw new Error('nothing was sealed')
    const keys = startWorker()
    const opened = await keys.openOffline({
      wallet: sealedWallet(added.vault, 2, [added.factor]),
      factorId: added.factor.id,
      secret: { kind: 'backupCode', code },
      target: { deviceId, epoch: 2, key },
      box: added.box,
      sealed,
    })
    expect(opened.accounts).toStrictEqual(made.accounts)
    expect((await keys.exportMnemonic({ words })).mnemonic.split(' ').length).toBe(12)
  })

  test('error: threat 32: a server that replaces address, factor, code or shares unlocks nothing', async () => {
    const { deviceId, sealedWallet, code, added } = await withFactor()
    const [sealed] = added.device.sealed
    if (!sealed) throw new Error('nothing was sealed')
    const wallet = sealedWallet(added.vault, 2, [added.factor])
    const good = {
      wallet,
      factorId: added.factor.id,
      secret: { kind: 'backupCode', code } as const,
      sets: [{ deviceId, epoch: 2, share: added.device.share, sealed }],
    }
    const setOf = (change: Partial<RecoverySet>) => good.sets.map((set) => ({ ...set, ...change }))
    const other = await withFactor()
    for (const bad of [
      { ...good, wallet: { ...wallet, address: other.made.address } },
      { ...good, wallet: other.sealedWallet(other.added.vault, 2, [{ ...other.added.factor, id: added.factor.id }]) },
      { ...good, secret: { kind: 'backupCode', code: other.code } as const },
      { ...good, secret: { kind: 'password', password: code } as const },
      { ...good, sets: setOf({ epoch: 1 }) },
      { ...good, sets: setOf({ deviceId: other.deviceId }) },
      { ...good, sets: setOf({ sealed: { ...sealed, ct: other.added.device.sealed[0]?.ct ?? '' } }) },
      { ...good, sets: [] },
    ])
      await expect(startWorker().recover(bad)).rejects.toMatchObject({ code: 'recovery_failed' })
    const wrongShare = setOf({ share: other.added.device.share })
    await expect(startWorker().recover({ ...good, sets: wrongShare })).rejects.toMatchObject({ code: 'vault_broken' })
    const { forged } = await startWorker().recover(good)
    expect(forged).toStrictEqual([])
    // Garbage in front does not prevent the attempt with the good one.
    const garbage = [...setOf({ epoch: 9 }), ...wrongShare, ...setOf({ share: 'AA' }), ...setOf({ share: '!' })]
    const { accounts } = await startWorker().recover({ ...good, sets: [...garbage, ...good.sets] })
    expect(accounts.length).toBeGreaterThan(0)
  })

  test('behavior: a staged and refused change changes nothing', async () => {
    const { keys, deviceId, key, added } = await withFactor()
    const target = { deviceId, epoch: 3, key }
    const first = await keys.removeFactor({ factorId: added.factor.id })
    await keys.discard()
    const rotated = await keys.rotate({ target, until: 0 })
    await keys.discard()
    expect([first.replaces, rotated.replaces]).toStrictEqual([2, 2])
    const { device } = await keys.split({ target })
    expect(device.sealed.map(({ factorId }) => factorId)).toStrictEqual([added.factor.id])
  })
})

describe('with a password', () => {
  const password = 'correct horse battery staple'
  const withPassword = async () => {
    const wallet = await makeWallet()
    const { keys, deviceId, key } = wallet
    const createdAt = new Date(0).toISOString()
    const target = { deviceId, epoch: 2, key }
    const added = await keys.addFactor({
      id: crypto.randomUUID(),
      secret: { kind: 'password', password },
      createdAt,
      target,
    })
    await keys.commit()
    const { id } = added.factor
    const entry: ListedFactor = { id, kind: 'password', createdAt }
    const secretKey = fromBase64Url(added.password?.passwordKey ?? '')
    /** Enters the password on a new device, and answers as the server does. */
    const type = async (text: string) => {
      const device = startWorker()
      const { walletId, address } = wallet.made
      const { blinded } = await device.blindPassword({ walletId, factorId: id, password: text })
      const evaluated = new Uint8Array(ristretto255_oprf.oprf.blindEvaluate(secretKey, blinded))
      const { bind } = added.factor.meta
      const check = (change = {}) => device.checkPassword({ blinded, evaluated, bind, address, ...change })
      return { device, check, blinded, evaluated, bind, address }
    }
    const [sealed] = added.device.sealed
    if (!sealed) throw new Error('nothing was sealed')
    const recovery = () => ({
      wallet: wallet.sealedWallet(added.vault, 2, [entry]),
      factorId: id,
      secret: { kind: 'password', password } as const,
      sets: [{ deviceId, epoch: 2, share: added.device.share, sealed }],
    })
    return { ...wallet, added, type, recovery }
  }

  test('behavior: finding F4: threat 163: a device that knows only the id of a password unlocks the wallet with the server’s answer', async () => {
    const { made, type, recovery } = await withPassword()
    const { device, check } = await type(password)
    await expect(device.recover(recovery())).rejects.toMatchObject({ code: 'recovery_failed' })
    expect(await check()).toStrictEqual({ isRight: true })
    const opened = await device.recover(recovery())
    expect([opened.accounts, opened.forged]).toStrictEqual([made.accounts, []])
    const wrong = await type('incorrect horse battery')
    expect(await wrong.check()).toStrictEqual({ isRight: false })
    await expect(wrong.device.recover(recovery())).rejects.toMatchObject({ code: 'recovery_failed' })
  }, 60_000)

  test('error: finding F4: threat 32: a server that replaces the wallet after the password was right unlocks nothing', async () => {
    const { type, recovery } = await withPassword()
    const other = await withPassword()
    const { device, check } = await type(password)
    expect(await check({ address: other.made.address })).toStrictEqual({ isRight: false })
    expect(await check({ bind: other.added.factor.meta.bind })).toStrictEqual({ isRight: false })
    expect(await check()).toStrictEqual({ isRight: true })
    const good = recovery()
    for (const wallet of [
      { ...good.wallet, address: other.made.address },
      { ...good.wallet, walletId: other.made.walletId },
      other.recovery().wallet,
    ])
      await expect(device.recover({ ...good, wallet })).rejects.toMatchObject({
        code: expect.stringMatching(/^(recovery_failed|factor_unknown)$/),
      })
    expect((await device.recover(recovery())).forged).toStrictEqual([])
  }, 60_000)

  test('error: finding F4: threat 165: an answer that is no element, or to another request, unlocks nothing', async () => {
    const { type } = await withPassword()
    const { check, blinded } = await type(password)
    for (const evaluated of [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31)])
      await expect(check({ evaluated })).rejects.toMatchObject({ code: 'response_invalid' })
    await expect(check({ blinded: blinded.toReversed() })).rejects.toMatchObject({ code: 'recovery_failed' })
  }, 60_000)

  test('behavior: finding F4: threat 166: a lock forgets the entered password', async () => {
    const { type, recovery } = await withPassword()
    const { device, check } = await type(password)
    expect(await check()).toStrictEqual({ isRight: true })
    await device.lock()
    await expect(device.recover(recovery())).rejects.toMatchObject({ code: 'recovery_failed' })
    await expect(check()).rejects.toMatchObject({ code: 'recovery_failed' })
  }, 60_000)
})

test('error: a call that is no own function of the worker', async () => {
  const channel = new MessageChannel()
  open.push(channel)
  serveCalls({ port: channel.port2 as unknown as CallPort, calls: { own: async () => 'answer' } })
  const port = channel.port1 as unknown as CallPort
  const { calls } = callPort<Record<string, () => Promise<unknown>>>({
    port,
    names: ['own', 'toString', 'constructor', '__proto__'],
  })
  expect(await calls.own?.()).toBe('answer')
  for (const name of ['toString', 'constructor'])
    await expect(calls[name]?.()).rejects.toMatchObject({ code: 'frame_request_invalid' })
})

test('behavior: a failure there without a code of ours arrives without its text', async () => {
  const channel = new MessageChannel()
  open.push(channel)
  const fail = async () => {
    throw new Error('the seed is 0xabc')
  }
  serveCalls({ port: channel.port2 as unknown as CallPort, calls: { fail } })
  const { calls } = callPort<{ fail: () => Promise<unknown> }>({
    port: channel.port1 as unknown as CallPort,
    names: ['fail'],
  })
  await expect(calls.fail()).rejects.toMatchObject({ code: 'internal', message: 'Something went wrong' })
})
