import { ServiceError } from '@latchkey/protocol/errors'
import { createWallet as createWalletEndpoint, enrolDevice, recoverWallet } from '@latchkey/protocol/wallet'
import { createDeviceKey, fromBase64Url, toBase64Url } from '@latchkey/vault'
import { confirmEpoch, holdsConfirmedShare, isSameRecord, nextEpoch, slotOfEpoch } from '../device/deviceSlots.ts'
import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import { createStore, type Readable } from '../state/Store.ts'
import type { FactorSecret, OpenWallet, SealedWallet } from '../worker/KeyWorkerCalls.ts'
import { createControlKeeper } from './createControlKeeper.ts'
import { createWalletChange, type WalletChange } from './createWalletChange.ts'
import { findDeviceRecords, hashTypedEmail, pickDeviceRecord } from './findDeviceRecords.ts'
import {
  checkServerWallet,
  readServerWallet,
  type ServerWallet,
  sealedVersionOf,
  seenPrecision,
  toSealedWallet,
  toWalletView,
} from './serverWallet.ts'
import { signChange } from './signChange.ts'
import type { WalletContext } from './WalletContext.ts'
import { type WalletEvent, type WalletState, type WalletView, walletReducer } from './walletReducer.ts'

/** The life of the wallet on this device. */
export type Wallet = {
  state: Readable<WalletState>
  dispatch: (event: WalletEvent) => void
  /** After a login or a reload: opens it, makes it, or finds that it must be recovered. Never throws; the state says what came of it. */
  open: () => Promise<void>
  /** Opens a locked wallet. @throws LatchkeyError `wallet_locked` when it must be recovered first, the state's code when it failed */
  unlock: () => Promise<WalletView>
  lock: () => Promise<void>
  /** Opens it with a factor and makes this device one of its own. */
  recover: (options: { factorId: string; secret: FactorSecret }) => Promise<WalletView>
  /** Makes this device one of the wallet's own once the key worker was opened in some other way. */
  enrolOpened: (options: { server: ServerWallet; opened: OpenWallet }) => Promise<WalletView>
  /** The wallet as the server has it now. @throws LatchkeyError `wallet_unknown`, `vault_rolled_back`, `device_mismatch` */
  readServer: () => Promise<{ server: ServerWallet; sealed: SealedWallet }>
  /** Changes the wallet, one tab at a time; other tabs read it again. */
  change: WalletChange
  /** Splits anew, so that every factor of the wallet can open it with this device's shares. */
  enrol: () => Promise<void>
}

/**
 * Makes the wallet's life cycle. One tab at a time opens or changes it; what the device keeps is written before the server is told.
 */
export function createWallet({ context }: { context: WalletContext }): Wallet {
  const { session, store, keys, projectId } = context
  const state = createStore<WalletState>({ status: 'signedOut' })
  const dispatch = (event: WalletEvent) => state.setState(walletReducer(state.getState(), event))
  const exclusively = <T>(work: () => Promise<T>) => context.locked(`latchkey-wallet-device:${projectId}`, work)
  const applyChange = createWalletChange({ context })
  let opening: Promise<void> | undefined

  const person = () => {
    const current = session.current()
    if (!current) throw new ServiceError('session_ended')
    return current
  }
  const find = () => findDeviceRecords({ store, projectId, person: person() })
  const keep = (record: DeviceRecord) => store.put('wallets', record.walletId, record)
  const control = createControlKeeper({ context, exclusively, read: async () => (await find())[0] })
  /** Written once a day at most: an opening that finds nothing new writes nothing. */
  const seenNow = ({ seenAt = 0 }: DeviceRecord) => {
    const now = context.now()
    return Math.abs(now - seenAt) < seenPrecision ? seenAt : now
  }

  const readServer = async () => {
    const [server, records] = await Promise.all([readServerWallet(session), find()])
    if (!server.exists) throw new ServiceError('wallet_unknown')
    const record = pickDeviceRecord({ records, walletId: server.walletId })
    await checkServerWallet({ server, record, keys })
    return { server, record, records, sealed: toSealedWallet({ server, record }) }
  }

  /** A record of this device for a wallet whose share the server has yet to take. */
  const draft = async (fields: Pick<DeviceRecord, 'walletId' | 'address' | 'key' | 'accounts' | 'factors'>) => {
    const { userId, deviceId } = person()
    const emailHash = await hashTypedEmail(person())
    return { ...fields, projectId, userId, deviceId, emailHash, seenVersion: 0, current: null }
  }

  const create = async () => {
    const { userId, deviceId } = person()
    const target = { deviceId, epoch: 1, key: await createDeviceKey() }
    const made = await keys.create({ words: await context.loadWords(), userId, target })
    const { walletId, address, vault, accounts, controlKey, addressProof, device, box } = made
    const slot: DeviceSlot = { epoch: 1, box, vault, vaultVersion: 1, sealed: device.sealed }
    const record = {
      ...(await draft({ walletId, address, key: target.key, accounts, factors: [] })),
      pending: slot,
      controlKey,
    }
    // On disk first: were the answer lost, the next page would find the wallet at the server and its share here.
    await keep(record)
    const fields = { walletId, address, vault: toBase64Url(vault), accounts: [...accounts], factors: [], device }
    const body = await signChange({ context, action: 'create', body: { ...fields, controlKey, addressProof } })
    const { vaultVersion } = await session.request(createWalletEndpoint, { body })
    await keep(confirmEpoch({ record, slot: { ...slot, vaultVersion }, now: context.now() }))
    dispatch({
      type: 'opened',
      wallet: { walletId, address, accounts, factors: [], exportedAt: null, frozenUntil: null },
    })
  }

  /** @returns whether a factor stands in the vault that this device's share is not sealed to, or a password whose key it lacks: another device added it */
  const openOnce = async (): Promise<boolean> => {
    const [server, records] = await Promise.all([readServerWallet(session), find()])
    if (!server.exists) {
      dispatch({ type: 'walletMissing', deviceHoldsShare: records.some(holdsConfirmedShare) })
      if (state.getState().status === 'creating') await create()
      return false
    }
    const record = pickDeviceRecord({ records, walletId: server.walletId })
    await checkServerWallet({ server, record, keys })
    const slot = record && server.share ? slotOfEpoch({ record, epoch: server.share.epoch }) : undefined
    dispatch({ type: 'walletFound', wallet: toWalletView(server), hasShare: slot !== undefined })
    if (!record || !server.share || !slot) return false
    const { key, deviceId } = record
    const opened = await keys
      .unlock({
        wallet: toSealedWallet({ server, record }),
        target: { key, deviceId, epoch: slot.epoch },
        box: slot.box,
        share: fromBase64Url(server.share.share),
      })
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'vault_broken') throw error
        dispatch({ type: 'shareBroken' })
      })
    if (!opened) return false
    const { accounts, factors, forged } = opened
    dispatch({ type: 'opened', wallet: { ...toWalletView(server), accounts, factors } })
    if (forged.length > 0) context.alert('factor_forged')
    const { userId } = person()
    const seenVersion = sealedVersionOf(server)
    const kept = { ...slot, vault: fromBase64Url(server.vault), vaultVersion: seenVersion }
    const next = {
      ...confirmEpoch({ record, slot: kept, now: context.now() }),
      userId,
      seenVersion,
      seenAt: seenNow(record),
      // A login with a provider takes nothing back from what an address, once typed, protects.
      emailHash: (await hashTypedEmail(person())) ?? record.emailHash,
      accounts,
      factors,
    }
    // Writing through to the disk takes as long as all the rest of a reload, which mostly finds nothing new.
    if (!isSameRecord(record, next)) await keep(next)
    control.note({ server, record: next })
    // What was cut off on its way to the server, long ago, is of no use now.
    for (const other of records)
      if (!holdsConfirmedShare(other) && other !== record) await store.remove('wallets', other.walletId)
    const sealed = new Set(server.sealed.map(({ factorId }) => factorId))
    const usable = new Set(slot.passwords?.map(({ factorId }) => factorId))
    return factors.some(({ id, meta }) => !sealed.has(id) || (meta.oprf !== undefined && !usable.has(id)))
  }

  const openOrJoin = async () => {
    try {
      return await openOnce()
    } catch (error) {
      // Another tab or device was quicker: its wallet is the one.
      if (!(error instanceof ServiceError) || error.code !== 'wallet_exists') throw error
      await keys.lock()
      dispatch({ type: 'failed', code: 'wallet_exists' })
      dispatch({ type: 'sessionStarted' })
      return openOnce()
    }
  }

  const open = async () => {
    dispatch({ type: 'sessionStarted' })
    try {
      const isUncovered = await exclusively(openOrJoin)
      // Nobody waits for it; what fails now is tried again with the next opening.
      if (isUncovered) void enrol().catch(() => {})
      else void control.ensure().catch(() => {})
    } catch (error) {
      dispatch({ type: 'failed', code: error instanceof ServiceError ? error.code : 'internal' })
    }
  }
  const openShared = () => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }

  const change: WalletChange = async (options) => {
    await control.ensure()
    const staged = await exclusively(() => applyChange(options))
    context.changed()
    return staged
  }
  const enrol = async () => {
    await change({
      stage: (target) => keys.split({ target }),
      send: async ({ device, vaultVersion }) => {
        const body = await signChange({ context, action: 'enrol', body: { device, vaultVersion } })
        return session.request(enrolDevice, { body })
      },
    })
  }

  const enrolOpened: Wallet['enrolOpened'] = ({ server, opened }) =>
    exclusively(async () => {
      const { walletId, address, vaultVersion } = server
      const { accounts, factors } = opened
      const { userId, deviceId } = person()
      const old = pickDeviceRecord({ records: await find(), walletId })
      // The share of before stays until the server has taken the new one: a server that takes none must not leave this device with none.
      const kept = old?.walletId === walletId && old.deviceId === deviceId ? old : undefined
      const key = kept?.key ?? (await createDeviceKey())
      const target = { deviceId, epoch: nextEpoch({ record: old, serverEpoch: server.share?.epoch }), key }
      const { device, box, passwords } = await keys.split({ target })
      const claim = await keys.claimControl({ userId, deviceId })
      const slot: DeviceSlot = {
        epoch: target.epoch,
        box,
        passwords,
        vault: fromBase64Url(server.vault),
        vaultVersion: sealedVersionOf(server),
        sealed: device.sealed,
      }
      const seenVersion = slot.vaultVersion
      const fields = await draft({ walletId, address, key, accounts, factors })
      const earlier = { ...(kept?.previous ? { previous: kept.previous } : {}), lastEpoch: target.epoch }
      const seen = { seenVersion, seenAt: context.now(), controlKey: claim.controlKey }
      const record = { ...fields, ...earlier, ...seen, current: kept?.current ?? null, pending: slot }
      await keep(record)
      // A wallet of before there were control keys gets its own with the first device that opens it, whichever that is.
      const control = server.controlKey === null ? { control: claim } : {}
      const body = await signChange({ context, action: 'enrol', body: { device, vaultVersion, ...control } })
      await session.request(enrolDevice, { body })
      await keep(confirmEpoch({ record, slot, now: context.now() }))
      const wallet = { ...toWalletView(server), accounts, factors }
      dispatch({ type: 'opened', wallet })
      return wallet
    })

  return {
    state,
    dispatch,
    open: openShared,
    unlock: async () => {
      const before = state.getState()
      if (before.status === 'unlocked') return before.wallet
      if (before.status === 'signedOut' || before.status === 'signingIn') throw new ServiceError('no_active_account')
      if (before.status !== 'recovering') await openShared()
      const after = state.getState()
      if (after.status === 'unlocked') return after.wallet
      throw new ServiceError(after.status === 'failed' ? after.code : 'wallet_locked')
    },
    lock: async () => {
      await keys.lock()
      dispatch({ type: 'locked' })
    },
    recover: async ({ factorId, secret }) => {
      const { server, sealed: wallet } = await readServer()
      const { sets } = await session.request(recoverWallet, { body: { factorId } })
      const opened = await keys.recover({ wallet, factorId, secret, sets })
      if (opened.forged.length > 0) context.alert('factor_forged')
      return enrolOpened({ server, opened })
    },
    enrolOpened,
    readServer,
    change,
    enrol,
  }
}
