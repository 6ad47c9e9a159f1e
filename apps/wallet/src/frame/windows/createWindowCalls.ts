import { ServiceError } from '@latchkey/protocol/errors'
import {
  answerDeviceTransfer,
  finishSocialConfirmation,
  getAuditLog,
  listDevices,
  listLoginMethods,
  noteExport,
  removeLoginMethod,
  revokeDevice,
  sealDeviceTransfer,
  startDeviceTransfer,
  startSocialLink,
  startSocialStepUp,
  updateVault,
  waitForDeviceTransfer,
} from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'
import type { Asker, WindowPage } from '../../cards/Card.ts'
import type { Readable } from '../../state/Store.ts'
import { checkPassword } from '../../wallet/createFactors.ts'
import { createNewWallet } from '../../wallet/createNewWallet.ts'
import { createPasswordRecovery, isOutdatedPassword } from '../../wallet/createPasswordRecovery.ts'
import { signChange } from '../../wallet/signChange.ts'
import { methodsOf, walletOf } from '../../wallet/walletReducer.ts'
import { callsWhenLocked, permittedCalls, type WireWindowCalls } from '../../windows/WireWindowCalls.ts'
import type { FactorSecret } from '../../worker/KeyWorkerCalls.ts'
import { once } from '../createServices.ts'
import type { FrameEnvironment } from '../FrameEnvironment.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { FrameState } from '../FrameState.ts'

/** Creates the calls of one wallet window. */
export function createWindowCalls({
  page,
  environment,
  services: servicesOf,
  state,
  asker,
  signedIn,
}: {
  page: WindowPage
  environment: Pick<FrameEnvironment, 'release'>
  services: () => Promise<FrameServices>
  state: FrameState
  asker: Readable<Asker | null>
  /** A login started here. */
  signedIn: () => void
}): WireWindowCalls {
  let handoverId: string | null = null
  let takenTransfer: string | null = null
  /** The wallet was unlocked in this window with the device and a factor. */
  let isOpenedOffline = false

  const newWallet = once(async () => {
    const { context, wallet } = await servicesOf()
    return createNewWallet({ context, wallet, signedIn })
  })
  const bookOf = async () => (await (await servicesOf()).requests()).permissions.store
  const recoverBy = async (secret: FactorSecret) => {
    const { wallet } = await servicesOf()
    const view = walletOf(wallet.state.getState())
    const factors = view?.factors.filter(({ kind }) => kind === secret.kind) ?? []
    if (factors.length === 0) throw new ServiceError('recovery_failed')
    let failure: unknown
    // There may be several codes, and only trying shows which one was entered. The last refusal is the answer.
    for (const factor of factors) {
      try {
        return { address: (await wallet.recover({ factorId: factor.id, secret })).address }
      } catch (error) {
        failure = error
        if (!(error instanceof ServiceError) || error.code !== 'recovery_failed') throw error
      }
    }
    throw failure
  }
  const addFactor = async (secret: FactorSecret, label?: string) => {
    const { factors } = await (await servicesOf()).safeguards()
    await factors.add({ secret, label })
  }
  /** Permission first: the server checks the step-up, records it and sends a notice. */
  const permitExport = async (kind: 'mnemonic' | 'privateKey' | 'keystore') => {
    const services = await servicesOf()
    if (isOpenedOffline) {
      // On disk before anything shows: it is reported later, whatever happens to this page.
      await (await services.offlineExports()).note(kind)
      return services
    }
    await services.wallet.unlock()
    await services.session.request(noteExport, { body: { kind } })
    return services
  }

  const calls: WireWindowCalls = {
    describe: async () => {
      const { session, wallet, approvals } = await servicesOf()
      const current = wallet.state.getState()
      const view = walletOf(current)
      const who = asker.getState()
      return {
        theme: state.theme.getState(),
        language: state.language.getState(),
        app: { name: who?.claimedName ?? null, origin: who?.origin ?? '' },
        address: view?.address ?? null,
        provider: session.current()?.socialProvider ?? null,
        locked: current.status === 'locked',
        approval: page === 'approve' ? approvals.current() : null,
        methods: current.status === 'recovering' && view ? methodsOf(view.factors) : [],
        failure: null,
      }
    },
    decide: async ({ id, approved }) => {
      const { approvals } = await servicesOf()
      approvals.decide({ id, approved: approved === true })
    },
    unlock: async () => {
      await (await servicesOf()).wallet.unlock()
    },
    recoverWithBackupCode: ({ code }) => recoverBy({ kind: 'backupCode', code }),
    recoverWithPassword: async ({ password }) => {
      const { session, keys, wallet, safeguards } = await servicesOf()
      const factors = async () => (await safeguards()).factors
      return createPasswordRecovery({ context: { session, keys }, wallet, factors })({ password })
    },
    recoverWithOldDevice: async ({ code }) => {
      const { keys, session } = await servicesOf()
      const answer = await keys.answerTransfer({ code })
      await session.request(answerDeviceTransfer, {
        body: { handoverId: answer.handoverId, pub: toBase64Url(answer.pub), mac: toBase64Url(answer.mac) },
      })
      takenTransfer = answer.handoverId
      return { matchNumber: answer.matchNumber }
    },
    waitForOldDevice: async () => {
      const { keys, session, wallet } = await servicesOf()
      const id = takenTransfer
      if (id === null) throw new ServiceError('attempt_unknown')
      for (;;) {
        const answer = await session.request(waitForDeviceTransfer, { body: { handoverId: id } })
        if (answer.status !== 'sealed') continue
        const { server, sealed } = await wallet.readServer()
        const opened = await keys.finishTransfer({
          wallet: sealed,
          enc: fromBase64Url(answer.enc),
          ct: fromBase64Url(answer.ct),
        })
        takenTransfer = null
        return { address: (await wallet.enrolOpened({ server, opened })).address }
      }
    },
    askNewWallet: async () => (await newWallet()).ask(),
    startNewWallet: async (options) => (await newWallet()).start(options),
    security: async () => {
      const { session, store, wallet } = await servicesOf()
      const { offlineExports } = await servicesOf()
      const ownExports = await offlineExports()
      // Failed reports stay for the next time.
      await ownExports.report().catch(() => {})
      const exports = await ownExports.list()
      const [{ server }, login, { devices }, { identities, available }, { entries }] = await Promise.all([
        wallet.readServer(),
        (await newWallet()).list(),
        session.request(listDevices, {}),
        session.request(listLoginMethods, {}),
        session.request(getAuditLog, { query: {} }),
      ])
      return {
        email: session.current()?.email ?? null,
        address: server.address,
        custody: server.custody,
        factors: server.factors.map((factor) => ({
          id: factor.id,
          kind: factor.kind,
          label: ('meta' in factor ? factor.meta.label : null) ?? null,
          createdAt: factor.createdAt,
          isOutdated: wallet.state.getState().status === 'unlocked' && isOutdatedPassword(factor),
        })),
        earlier: server.earlier,
        login,
        devices,
        identities,
        available,
        frozenUntil: server.frozenUntil,
        memoryOnly: store.memoryOnly,
        offlineExports: exports.map(({ id, kind, at, isReported }) => ({ id, kind, at, isReported })),
        release: environment.release,
        log: entries.map(({ seq, at, event, device }) => ({ seq, at, event, device })),
      }
    },
    startStepUp: async () => {
      const { session, stepUp } = await servicesOf()
      const way = await stepUp.startCode()
      // The account has a passkey: any other method would prove less.
      if (way.method === 'passkey') throw new ServiceError('step_up_required')
      if (way.method === 'code') return { method: 'code' }
      return { ...way, attempt: await session.request(startSocialStepUp, {}) }
    },
    stepUpByCode: async ({ otp }) => (await servicesOf()).stepUp.finishCode({ otp }),
    startSocialLink: async (body) => {
      const { session } = await servicesOf()
      return session.request(startSocialLink, { body })
    },
    finishSocial: async ({ attemptId, isDetached }) => {
      const { session, wallet } = await servicesOf()
      const body = { attemptId, ...(isDetached ? { isDetached } : {}) }
      const answer = await session.request(finishSocialConfirmation, { body })
      if (answer.status === 'done' && answer.freshUntil !== null) await wallet.confirmed(null)
      return answer
    },
    removeIdentity: async (body) => {
      const { session } = await servicesOf()
      await session.request(removeLoginMethod, { body })
    },
    appSessions: async () => (await bookOf()).list(),
    sessionEndPrice: async (key) => (await bookOf()).price(key),
    endSession: async (key) => (await bookOf()).end(key),
    startPasskey: async () => (await (await servicesOf()).safeguards()).endpoints.startPasskey(),
    registerPasskey: async (body) => (await (await servicesOf()).safeguards()).endpoints.registerPasskey(body),
    startPasskeyCheck: async () => (await (await servicesOf()).safeguards()).endpoints.startPasskeyCheck(),
    finishPasskeyCheck: async (options) => (await servicesOf()).stepUp.finishPasskey(options),
    addPasskeyFactor: ({ label, credentialId, prf }) => addFactor({ kind: 'passkey', prf, credentialId }, label),
    createBackupCode: async () => {
      const { keys, wallet } = await servicesOf()
      await wallet.unlock()
      return keys.createBackupCode()
    },
    confirmBackupCode: ({ code }) => addFactor({ kind: 'backupCode', code }),
    addPassword: async ({ password }) => {
      checkPassword(password)
      await addFactor({ kind: 'password', password })
    },
    removeFactor: async ({ factorId }) => {
      const { factors } = await (await servicesOf()).safeguards()
      await factors.remove({ factorId })
    },
    revokeDevice: async ({ deviceId }) => {
      const { session, wallet } = await servicesOf()
      await wallet.unlock()
      try {
        await session.request(revokeDevice, { body: { deviceId } })
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'factor_uncovered') throw error
        // A factor depends on that device's share only: this device first seals its own share to it.
        await wallet.enrol()
        await session.request(revokeDevice, { body: { deviceId } })
      }
    },
    rotate: async () => (await (await servicesOf()).rotation()).rotate(),
    undoRotation: async ({ archiveId }) => (await (await servicesOf()).rotation()).undo({ archiveId }),
    takeLoginBack: async (options) => (await newWallet()).takeBack(options),
    startHandover: async () => {
      const { keys, session, wallet } = await servicesOf()
      await wallet.unlock()
      const { handoverId: id, expiresAt } = await session.request(startDeviceTransfer, {})
      const { code } = await keys.startTransfer({ handoverId: id })
      handoverId = id
      return { code, expiresAt }
    },
    waitForHandover: async () => {
      const { keys, session } = await servicesOf()
      if (handoverId === null) throw new ServiceError('attempt_unknown')
      for (;;) {
        const answer = await session.request(waitForDeviceTransfer, { body: { handoverId } })
        if (answer.status !== 'answered') continue
        const { matchNumber } = await keys.checkTransfer({
          pub: fromBase64Url(answer.pub),
          mac: fromBase64Url(answer.mac),
        })
        return { device: answer.device, matchNumber }
      }
    },
    approveHandover: async () => {
      const { keys, session } = await servicesOf()
      if (handoverId === null) throw new ServiceError('attempt_unknown')
      const { enc, ct } = await keys.sealTransfer()
      await session.request(sealDeviceTransfer, {
        body: { handoverId, enc: toBase64Url(enc), ct: toBase64Url(ct) },
      })
      handoverId = null
    },
    exportMnemonic: async () => {
      const { keys, loadWords } = await permitExport('mnemonic')
      return keys.exportMnemonic({ words: await loadWords() })
    },
    exportPrivateKey: async ({ namespace }) => {
      const { keys } = await permitExport('privateKey')
      return keys.exportPrivateKey({ namespace })
    },
    exportKeystore: async ({ password }) => {
      checkPassword(password)
      const { keys } = await permitExport('keystore')
      return keys.exportKeystore({ password })
    },
    offlineWays: async () => (await (await servicesOf()).offlineExit()).ways(),
    openOfflineWith: async ({ secret }) => {
      const { offlineExit, wallet } = await servicesOf()
      const opened = await (await offlineExit()).open({ secret })
      isOpenedOffline = true
      // If the wallet is locked again, ask the server first as usual.
      const stopFollowing = wallet.state.subscribe(({ status }) => {
        if (status === 'unlocked') return
        isOpenedOffline = false
        stopFollowing()
      })
      return opened
    },
    importKey: async ({ secret }) => {
      const { keys, loadWords, session, wallet } = await servicesOf()
      await wallet.unlock()
      const words = await loadWords()
      const { address } = await wallet.change({
        stage: () => keys.importKey({ secret, words }),
        send: async ({ vault, replaces, accounts }) => {
          const fields = { vault: toBase64Url(vault), vaultVersion: replaces, accounts: [...accounts] }
          const body = await signChange({ context: { session, keys }, action: 'updateVault', body: fields })
          return session.request(updateVault, { body })
        },
      })
      await wallet.open()
      return { address }
    },
  }
  const permitted = permittedCalls[page]
  return Object.fromEntries(
    Object.entries(calls)
      .filter(([name]) => permitted.includes(name as never))
      .map(([name, call]) => [name, guard(name, call as (options: never) => Promise<unknown>)]),
  ) as WireWindowCalls

  /** Every call of a window counts as use of the wallet. While it is locked, few calls work. */
  function guard(name: string, call: (options: never) => Promise<unknown>) {
    return async (options: never) => {
      const { wallet, used } = await servicesOf()
      const isLocked = wallet.state.getState().status === 'locked'
      if (isLocked && !callsWhenLocked.includes(name as never)) throw new ServiceError('step_up_required')
      if (name !== 'describe') used()
      return call(options)
    }
  }
}
