import { ServiceError } from '@latchkey/protocol/errors'
import {
  createWallet as createWalletEndpoint,
  enrolDevice,
  lockSession,
  recoverWallet,
} from '@latchkey/protocol/wallet'
import { createDeviceKey, fromBase64Url, toBase64Url } from '@latchkey/vault'
import { confirmEpoch, holdsConfirmedShare, isSameRecord, nextEpoch, slotOfEpoch } from '../device/deviceSlots.ts'
import { seeFactors } from '../device/factorsSeen.ts'
import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import { createStore, type Readable } from '../state/Store.ts'
import type { FactorSecret, OpenWallet } from '../worker/KeyWorkerCalls.ts'
import { createControlKeeper } from './createControlKeeper.ts'
import { createWalletChange, type WalletChange } from './createWalletChange.ts'
import { createWalletRecords, type WalletRecords } from './createWalletRecords.ts'
import { hashTypedEmail, pickDeviceRecord } from './findDeviceRecords.ts'
import { lockRecord, type UsedPasskey, unlockRecord, withUsedPasskey } from './lockRecord.ts'
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

/** Life cycle of the wallet on this device. */
export type Wallet = Pick<WalletRecords, 'readServer'> & {
  state: Readable<WalletState>
  dispatch: (event: WalletEvent) => void
  /** After a login or a reload: unlocks or creates the wallet, or finds that it must be recovered. Never throws; see the state. */
  open: () => Promise<void>
  /**
   * Unlocks the wallet if that needs no question.
   *
   * @throws LatchkeyError `step_up_required` if locked, `wallet_locked` if it must be recovered first, the state's code if it failed
   */
  unlock: () => Promise<WalletView>
  /** Unlocks a locked wallet after the server accepted a step-up. `passkey` is the one that confirmed. */
  confirmed: (passkey: UsedPasskey | null) => Promise<void>
  /** Removes the keys, here and in the other tabs. Has the server release no share, and seals the device's own to a passkey. */
  lock: () => Promise<void>
  /** Removes the keys: the server has locked the login. */
  lockHere: () => Promise<void>
  /** Removes the keys: another tab locked the wallet, and may still be notifying the server. */
  lockedElsewhere: () => Promise<void>
  /** Remembers that a passkey returns its PRF output on this device. */
  notePasskey: (credentialId: string) => Promise<void>
  /** Seconds until the server locks an unused wallet, as of its last answer; null: never, or not known. */
  locksIn: () => number | null
  /** Unlocks it with a factor and enrolls this device. */
  recover: (options: { factorId: string; secret: FactorSecret }) => Promise<WalletView>
  /** Enrolls this device after the key worker was unlocked in another way. */
  enrolOpened: (options: { server: ServerWallet; opened: OpenWallet }) => Promise<WalletView>
  /** Changes the wallet, one tab at a time; other tabs reload it. */
  change: WalletChange
  /** Splits the data key again, so that every factor of the wallet can unlock it with this device's shares. */
  enrol: () => Promise<void>
}

/** Step-up that the visitor just gave, by passkey or otherwise; null: none. */
type Confirmation = { passkey: UsedPasskey | null } | null

/**
 * Creates the wallet's life cycle. One tab at a time unlocks or changes it. The device's record is written before the server's.
 */
export function createWallet({ context }: { context: WalletContext }): Wallet {
  const { session, store, keys } = context
  const state = createStore<WalletState>({ status: 'signedOut' })
  const dispatch = (event: WalletEvent) => state.setState(walletReducer(state.getState(), event))
  const records = createWalletRecords({ context })
  const { person, find, keep, draft, exclusively, readServer } = records
  const applyChange = createWalletChange({ context, records })
  const control = createControlKeeper({ context, records })
  let opening: Promise<void> | undefined
  let locksIn: number | null = null
  /** Settles when the server knows of a lock, or cannot be reached. Until then it would release the share, so the wallet stays locked. */
  let telling: Promise<void> | null = null

  /** Written once a day at most: an unlock without changes writes nothing. */
  const seenNow = ({ seenAt = 0 }: DeviceRecord) => {
    const now = context.now()
    return Math.abs(now - seenAt) < seenPrecision ? seenAt : now
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
    // On disk first: if the answer is lost, the next page finds the wallet at the server and its share here.
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

  const tellLock = async () => {
    await session.request(lockSession, {})
    await session.setLockUntold(false)
  }

  /** Removes the page's keys, and seals the record to the passkey if that was cut off before. */
  const stayLocked = async ({ server, record }: { server: ServerWallet; record: DeviceRecord }) => {
    await keys.lock()
    const { accounts } = record.accounts.length > 0 ? record : server
    dispatch({ type: 'walletLocked', wallet: { ...toWalletView(server), accounts } })
    await sealRecord(record)
  }

  /** One write replaces the plain box by the sealed one: if it is cut off before, nothing has changed. */
  const sealRecord = async (record: DeviceRecord) => {
    const next = await lockRecord({ record, keys })
    if (next !== record) await keep(next)
  }

  /** The record with plain boxes, if the passkey of the step-up opens the sealed ones. */
  const unsealed = async ({ record, confirmation }: { record: DeviceRecord; confirmation: Confirmation }) => {
    const { credentialId, prf } = confirmation?.passkey ?? {}
    if (!credentialId || !prf) return record
    return unlockRecord({ record, secret: { kind: 'passkey', credentialId, prf }, keys })
  }

  /** @returns whether another device added a factor: this device's share is not sealed to it, or lacks the key of its password */
  const openOnce = async (confirmation: Confirmation): Promise<boolean> => {
    // A lock that the server does not know stays: the server would release the share.
    if (session.current()?.isLockUntold) await tellLock()
    const [server, records] = await Promise.all([readServerWallet(session), find()])
    if (!server.exists) {
      dispatch({ type: 'walletMissing', deviceHoldsShare: records.some(holdsConfirmedShare) })
      if (state.getState().status === 'creating') await create()
      return false
    }
    const found = pickDeviceRecord({ records, walletId: server.walletId })
    await checkServerWallet({ server, record: found, keys })
    locksIn = server.locksIn
    if (server.locked && found && (found.current ?? found.pending)) {
      await stayLocked({ server, record: found })
      return false
    }
    const record = found && (await unsealed({ record: found, confirmation }))
    const slot = record && server.share ? slotOfEpoch({ record, epoch: server.share.epoch }) : undefined
    if (record && slot?.box === null && !confirmation) {
      await stayLocked({ server, record })
      return false
    }
    dispatch({ type: 'walletFound', wallet: toWalletView(server), hasShare: slot !== undefined })
    if (!record || !server.share || !slot) return false
    const { key, deviceId } = record
    const { box } = slot
    const { share } = server.share
    const opened =
      box &&
      (await keys
        .unlock({
          wallet: toSealedWallet({ server, record }),
          target: { key, deviceId, epoch: slot.epoch },
          box,
          share: fromBase64Url(share),
        })
        .catch((error: unknown) => {
          if (!(error instanceof ServiceError) || error.code !== 'vault_broken') throw error
        }))
    if (!box || !opened) {
      dispatch({ type: 'shareBroken' })
      return false
    }
    // It was locked during the unlock.
    if (['locked', 'signedOut'].includes(state.getState().status)) {
      await keys.lock()
      return false
    }
    const { accounts, factors, forged } = opened
    dispatch({ type: 'opened', wallet: { ...toWalletView(server), accounts, factors } })
    if (forged.length > 0) context.alert('factor_forged')
    if (server.loginMovedAt) context.alert('login_moved')
    const { userId } = person()
    const seenVersion = sealedVersionOf(server)
    const kept = { ...slot, box, lockedBox: null, vault: fromBase64Url(server.vault), vaultVersion: seenVersion }
    const used = confirmation?.passkey?.prf ? withUsedPasskey(record, confirmation.passkey.credentialId) : record
    const next = {
      ...confirmEpoch({ record: used, slot: kept, now: context.now() }),
      factorsSeen: seeFactors({ record, factors, now: context.now() }),
      userId,
      seenVersion,
      seenAt: seenNow(record),
      // A login with a provider does not weaken the protection by an address that the visitor once entered.
      emailHash: (await hashTypedEmail(person())) ?? record.emailHash,
      accounts,
      factors,
    }
    // Writing through to disk takes as long as the rest of a reload, which mostly finds nothing new.
    if (!found || !isSameRecord(found, next)) await keep(next)
    control.note({ server, record: next })
    // Records that were cut off on their way to the server long ago are useless now.
    for (const other of records)
      if (!holdsConfirmedShare(other) && other !== record) await store.remove('wallets', other.walletId)
    const sealed = new Set(server.sealed.map(({ factorId }) => factorId))
    const usable = new Set(slot.passwords?.map(({ factorId }) => factorId))
    return factors.some(({ id, meta }) => !sealed.has(id) || (meta.oprf !== undefined && !usable.has(id)))
  }

  const openOrJoin = async (confirmation: Confirmation) => {
    try {
      return await openOnce(confirmation)
    } catch (error) {
      // Another tab or device was faster: its wallet counts.
      if (!(error instanceof ServiceError) || error.code !== 'wallet_exists') throw error
      await keys.lock()
      dispatch({ type: 'failed', code: 'wallet_exists' })
      dispatch({ type: 'sessionStarted' })
      return openOnce(confirmation)
    }
  }

  const open = async (confirmation: Confirmation) => {
    while (telling) await telling
    dispatch({ type: 'sessionStarted' })
    try {
      const isUncovered = await exclusively(() => openOrJoin(confirmation))
      // Runs in the background; the next unlock repeats it after a failure.
      if (isUncovered) void enrol().catch(() => {})
      else void control.ensure().catch(() => {})
    } catch (error) {
      dispatch({ type: 'failed', code: error instanceof ServiceError ? error.code : 'internal' })
    }
  }
  const openShared = (confirmation: Confirmation = null) => {
    opening ??= open(confirmation).finally(() => {
      opening = undefined
    })
    return opening
  }
  const lockHere = async () => {
    await keys.lock()
    dispatch({ type: 'locked' })
  }
  const tell = (work: Promise<unknown>): Promise<void> => {
    const told: Promise<void> = work
      .catch(() => {})
      .then(() => {
        if (telling === told) telling = null
      })
    telling = told
    return told
  }
  const notePasskey = (credentialId: string) =>
    exclusively(async () => {
      const [record] = await find()
      if (!record) return
      const next = withUsedPasskey(record, credentialId)
      if (next !== record) await keep(next)
    })

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

  const enrolOpened: Wallet['enrolOpened'] = async (options) => {
    try {
      return await enrolOnce(options)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'vault_outdated') throw error
      // Another device changed the wallet in the meantime: read it again with the unlocked key.
      const { server, sealed: wallet } = await readServer()
      return enrolOnce({ server, opened: await keys.reload({ wallet }) })
    }
  }
  const enrolOnce: Wallet['enrolOpened'] = ({ server, opened }) =>
    exclusively(async () => {
      const { walletId, address, vaultVersion } = server
      const { accounts, factors } = opened
      const { userId, deviceId } = person()
      const old = pickDeviceRecord({ records: await find(), walletId })
      // The earlier share stays until the server has accepted the new one. Otherwise a server that accepts none would leave this
      // device without any.
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
      const seen = {
        ...{ seenVersion, seenAt: context.now(), controlKey: claim.controlKey },
        factorsSeen: seeFactors({ record: old, factors, now: context.now() }),
        usedPasskeys: old?.usedPasskeys ?? [],
      }
      const record = { ...fields, ...earlier, ...seen, current: kept?.current ?? null, pending: slot }
      await keep(record)
      // An older wallet gets its control key from the first device that unlocks it.
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
    open: () => openShared(),
    unlock: async () => {
      const before = state.getState()
      if (before.status === 'unlocked') return before.wallet
      if (before.status === 'signedOut' || before.status === 'signingIn') throw new ServiceError('no_active_account')
      if (before.status !== 'recovering') await openShared()
      const after = state.getState()
      if (after.status === 'unlocked') return after.wallet
      if (after.status === 'locked') throw new ServiceError('step_up_required')
      throw new ServiceError(after.status === 'failed' ? after.code : 'wallet_locked')
    },
    confirmed: async (passkey) => {
      // The server unlocks the login with the step-up.
      await session.setLockUntold(false)
      await opening
      if (state.getState().status === 'locked') await openShared({ passkey })
      else if (passkey?.prf) await notePasskey(passkey.credentialId)
    },
    lock: async () => {
      // First of all, so that later requests wait for it. If it fails, it is repeated before the wallet unlocks again.
      const told = tell(session.setLockUntold(true).then(tellLock))
      await lockHere()
      context.lockedHere()
      await told
      await exclusively(async () => {
        const [record] = await find()
        if (record) await sealRecord(record)
      }).catch(() => {})
    },
    lockHere,
    lockedElsewhere: async () => {
      tell(session.request(lockSession, {}))
      await lockHere()
    },
    notePasskey,
    locksIn: () => locksIn,
    recover: async ({ factorId, secret }) => {
      const { server, sealed: wallet } = await readServer()
      const { sets } = await session.request(recoverWallet, { body: { factorId } })
      const opened = await keys.recover({ wallet, factorId, secret, sets })
      if (opened.forged.length > 0) context.alert('factor_forged')
      const view = await enrolOpened({ server, opened })
      if (secret.kind === 'passkey') await notePasskey(secret.credentialId)
      return view
    },
    enrolOpened,
    readServer,
    change,
    enrol,
  }
}
