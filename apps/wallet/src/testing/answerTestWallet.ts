import { ServiceError } from '@latchkey/protocol/errors'
import {
  type ControlAction,
  controlKeyClaim,
  controlMessage,
  type DeviceShares,
  type Factor,
  type PasskeyPurpose,
  passkeyChallengeText,
  type VaultReturn,
  type WalletAccount,
} from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url, verifyControl } from '@latchkey/vault'
import { keccak256, recoverAddress, sha256, stringToBytes } from 'viem/utils'
import { answerTestPassword, listTestFactors } from './answerTestPassword.ts'
import type { TestAuditEntry, TestSession, TestState } from './createTestServer.ts'
import type { TestWallet } from './TestWallet.ts'
import { restoreTestArchive, toTestArchive } from './testArchives.ts'
import type { TestSessionRules } from './testSessionRules.ts'

const hour = 60 * 60_000

/** The random part of every challenge, constant here. */
const passkeyNonce = 'A'.repeat(43)

function passkeyChallenge(purpose: PasskeyPurpose): string {
  return toBase64Url(sha256(stringToBytes(passkeyChallengeText({ purpose, nonce: passkeyNonce })), 'bytes'))
}

/** The authenticated half of the test server: wallet, factors, devices, device transfers, step-up. */
export async function answerTestWallet({
  method,
  path,
  body: given,
  session,
  rules,
  state,
  now,
  wake,
}: {
  method: string
  path: string
  body: unknown
  session: TestSession
  rules: TestSessionRules
  state: TestState
  now: () => number
  wake: () => void
}): Promise<unknown> {
  const { userId, deviceId } = session
  const body = given as Record<string, unknown>
  const user = state.users.find((one) => one.userId === userId)
  const found = state.wallets.find((one) => one.userId === userId)
  const wallet = () => {
    if (!found) throw new ServiceError('wallet_unknown')
    return found
  }
  const { requireStepUp, requireEnrolled, freshen, consume } = rules
  const hasPasskey = () => state.passkeys.some((passkey) => passkey.userId === userId)
  /** Requirements of every wallet change: a device that has unlocked it, and a proof by its control key. */
  const changed = async (action?: ControlAction) => {
    const target = wallet()
    requireEnrolled()
    if (action) await control(action, target)
    return target
  }
  const note = (event: string, data: TestAuditEntry['data'] = {}) => {
    state.audit.push({ userId, deviceId, at: now(), event, data })
  }
  const challenge = () => {
    const challengeId = crypto.randomUUID()
    state.challenges.set(challengeId, { userId })
    return challengeId
  }
  /** Once, and for the same user; another test covers the signature. */
  const takeChallenge = (code: 'passkey_refused') => {
    const id = String(body.challengeId)
    if (state.challenges.get(id)?.userId !== userId) throw new ServiceError(code)
    state.challenges.delete(id)
  }
  /** Stores a device's shares. `factors`: those after the change; `covering`: those that the share must be sealed to. */
  const enrol = (
    target: TestWallet,
    { epoch, share, sealed }: DeviceShares,
    { factors, covering = [] }: { factors: readonly { id: string }[]; covering?: readonly { id: string }[] },
  ) => {
    const old = target.shares.get(deviceId)
    const archived = target.archives.map(({ shares }) => shares.get(deviceId)?.epoch ?? 0)
    const highest = Math.max(0, old?.epoch ?? 0, ...archived)
    if (highest > 0 && (epoch <= highest || epoch > highest + 1_000)) throw new ServiceError('epoch_outdated')
    const sealedTo = new Set(sealed.map(({ factorId }) => factorId))
    const isKnown = (id: string) => factors.some((factor) => factor.id === id)
    if (sealedTo.size !== sealed.length || ![...sealedTo].every(isKnown)) throw new ServiceError('invalid_body')
    if (covering.some(({ id }) => !sealedTo.has(id))) throw new ServiceError('invalid_body')
    const lost = onlyCoveredBy(target, deviceId).filter((id) => isKnown(id) && !sealedTo.has(id))
    if (lost.length > 0) throw new ServiceError('factor_uncovered')
    // The newest share is last.
    target.shares.delete(deviceId)
    target.shares.set(deviceId, { epoch, share, sealed })
    return old === undefined
  }
  /** Like the server: the control key must have signed this exact body for this device. */
  const control = async (
    action: ControlAction,
    { walletId, controlKey }: Pick<TestWallet, 'walletId' | 'controlKey'>,
  ) => {
    const message = await controlMessage({ action, walletId, userId, deviceId, body })
    const proof = fromBase64Url(String(body.proof))
    if (controlKey === null || !verifyControl({ controlKey: fromBase64Url(controlKey), message, proof }))
      throw new ServiceError('signature_invalid')
  }
  const claim = async (
    { walletId, address, controlKey: known }: Pick<TestWallet, 'walletId' | 'address' | 'controlKey'>,
    { controlKey, addressProof }: { controlKey: string; addressProof: string },
  ) => {
    const hash = keccak256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey }))
    const signer = await recoverAddress({ hash, signature: addressProof as `0x${string}` })
    if (signer.toLowerCase() !== address.toLowerCase() || (known ?? controlKey) !== controlKey)
      throw new ServiceError('signature_invalid')
    return controlKey
  }
  const replaceVault = (target: TestWallet) => {
    if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
    target.vault = String(body.vault)
    target.vaultVersion += 1
    target.returned = null
    return { vaultVersion: target.vaultVersion }
  }

  switch (`${method} ${path}`) {
    case 'POST /v1/auth/session/lock':
      session.lockedAt ??= now()
      wake()
      return {}
    case 'POST /v1/auth/session/use':
      session.activeAt = now()
      return {}
    case 'GET /v1/wallet': {
      if (!found) return { exists: false }
      const own = found.shares.get(deviceId)
      const { walletId, address, vault, vaultVersion, returned, controlKey, accounts, archives, exportedAt } = found
      const locked = rules.isLocked()
      if (own && !locked) consume({ key: `share:${deviceId}`, limit: 60, window: hour })
      return {
        exists: true,
        walletId,
        address,
        vault,
        vaultVersion,
        returned,
        controlKey,
        custody: 'self',
        accounts,
        factors: listTestFactors({ wallet: found, deviceId }),
        share: own && !locked ? { epoch: own.epoch, share: own.share } : null,
        locked,
        locksIn: rules.locksIn(),
        sealed: own?.sealed ?? [],
        earlier: archives.map(({ archiveId, replacedAt, version }) => ({
          archiveId,
          version,
          replacedAt: new Date(replacedAt).toISOString(),
          until: new Date(replacedAt + 7 * 86_400_000).toISOString(),
        })),
        exportedAt,
        frozenUntil: null,
        loginMovedAt: null,
      }
    }
    case 'GET /v1/wallet/new':
      return { leadsHere: true, wallets: [], takeBack: null }
    case 'POST /v1/wallet': {
      const { walletId, address, vault, accounts, factors, device } = body as {
        walletId: string
        address: string
        vault: string
        accounts: WalletAccount[]
        factors: Factor[]
        device: DeviceShares
      }
      const { controlKey, addressProof } = body as { controlKey: string; addressProof: string }
      await claim({ walletId, address, controlKey: null }, { controlKey, addressProof })
      await control('create', { walletId, controlKey })
      if (found) throw new ServiceError('wallet_exists')
      const made: TestWallet = {
        walletId,
        userId,
        address,
        vault,
        vaultVersion: 1,
        accounts,
        factors,
        passwordKeys: new Map(),
        tries: [],
        shares: new Map(),
        controlKey,
        returned: null,
        archives: [],
        exportedAt: null,
      }
      enrol(made, device, { factors, covering: factors })
      state.wallets.push(made)
      const own = factors.map(({ meta }) => meta.credentialId)
      state.passkeys = state.passkeys.filter((one) => one.userId !== userId || own.includes(one.credentialId))
      note('wallet.created', { address })
      return { vaultVersion: 1 }
    }
    case 'POST /v1/wallet/control': {
      const target = wallet()
      requireEnrolled()
      const controlKey = await claim(target, body as { controlKey: string; addressProof: string })
      await control('register', { ...target, controlKey })
      target.controlKey = controlKey
      return {}
    }
    case 'POST /v1/wallet/device': {
      const target = wallet()
      const named = body.control as { controlKey: string; addressProof: string } | undefined
      const controlKey = named ? await claim(target, named) : target.controlKey
      await control('enrol', { ...target, controlKey })
      if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
      target.controlKey = controlKey
      if (enrol(target, body.device as DeviceShares, { factors: target.factors })) note('device.enrolled')
      return {}
    }
    case 'POST /v1/wallet/factors': {
      const target = await changed('addFactor')
      requireStepUp()
      if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
      const factor = body.factor as Factor
      const replaced = (body.replaces ?? []) as string[]
      const kept = target.factors.filter(({ id }) => !replaced.includes(id))
      if (target.factors.some(({ id }) => id === factor.id)) throw new ServiceError('invalid_body')
      // Shares sealed to a replaced password are removed with it.
      for (const share of target.shares.values())
        share.sealed = share.sealed.filter(({ factorId }) => !replaced.includes(factorId))
      enrol(target, body.device as DeviceShares, { factors: [...kept, factor], covering: [factor] })
      for (const id of replaced) target.passwordKeys.delete(id)
      if (factor.kind === 'password') target.passwordKeys.set(factor.id, String(body.passwordKey))
      target.factors = [...kept, factor]
      const answer = replaceVault(target)
      note('recovery.added', { kind: factor.kind })
      wake()
      return answer
    }
    case 'POST /v1/wallet/factors/remove': {
      const target = await changed('removeFactor')
      requireStepUp()
      const factor = target.factors.find(({ id }) => id === body.factorId)
      if (!factor) throw new ServiceError('factor_unknown')
      const answer = replaceVault(target)
      target.factors = target.factors.filter(({ id }) => id !== body.factorId)
      for (const share of target.shares.values())
        share.sealed = share.sealed.filter(({ factorId }) => factorId !== body.factorId)
      const { credentialId } = factor.meta
      state.passkeys = state.passkeys.filter((one) => one.userId !== userId || one.credentialId !== credentialId)
      note('recovery.removed', { kind: factor.kind })
      return answer
    }
    case 'POST /v1/wallet/rotate': {
      const target = await changed('rotate')
      requireStepUp()
      const factors = body.factors as Factor[]
      if (factors.some(({ id }) => !target.factors.some((one) => one.id === id))) throw new ServiceError('invalid_body')
      if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
      target.archives.unshift(toTestArchive({ wallet: target, returned: body.return as VaultReturn, now: now() }))
      enrol(target, body.device as DeviceShares, { factors, covering: factors })
      for (const other of [...target.shares.keys()]) if (other !== deviceId) target.shares.delete(other)
      for (const one of state.sessions) if (one.userId === userId && one !== session) one.ended = true
      target.factors = factors
      note('wallet.rotated')
      const answer = replaceVault(target)
      wake()
      return answer
    }
    case 'POST /v1/wallet/vault': {
      const target = await changed('updateVault')
      requireStepUp()
      const answer = replaceVault(target)
      target.accounts = body.accounts as WalletAccount[]
      note('wallet.imported')
      return answer
    }
    case 'POST /v1/wallet/export': {
      requireEnrolled()
      consume({ key: `export:${userId}`, limit: 10, window: hour })
      const target = await changed()
      requireStepUp()
      target.exportedAt = new Date(now()).toISOString()
      note('wallet.exported', { kind: String(body.kind) })
      return {}
    }
    case 'POST /v1/wallet/export/offline': {
      requireEnrolled()
      consume({ key: `offline-export:${userId}`, limit: 20, window: hour })
      const target = await changed()
      const report = String(body.reportId)
      if (state.audit.some(({ data }) => data.report === report)) return {}
      target.exportedAt = new Date(now()).toISOString()
      note('wallet.exported.offline', { kind: String(body.kind), at: String(body.at), report })
      return {}
    }
    case 'POST /v1/wallet/password/evaluate':
      return answerTestPassword({
        wallet: wallet(),
        body: body as { factorId: string; blinded: string },
        now: now(),
      })
    case 'POST /v1/wallet/recover': {
      consume({ key: `recover:${deviceId}`, limit: 10, window: hour })
      const sets = [...(found?.shares ?? [])].reverse().flatMap(([device, { epoch, share, sealed }]) => {
        const entry = sealed.find(({ factorId }) => factorId === body.factorId)
        return entry ? [{ deviceId: device, epoch, share, sealed: entry }] : []
      })
      if (sets.length === 0) throw new ServiceError('factor_unknown')
      note('recovery.used', { factor: String(body.factorId) })
      return { sets }
    }
    case 'POST /v1/wallet/earlier': {
      requireStepUp()
      const archive = wallet().archives.find(({ archiveId }) => archiveId === body.archiveId)
      if (!archive) throw new ServiceError('archive_unknown')
      const { vault, version, factors, shares } = archive
      const own = shares.get(deviceId)
      return { vault, version, factors, share: own ? { epoch: own.epoch, share: own.share } : null }
    }
    case 'POST /v1/wallet/undo': {
      const target = wallet()
      const archive = target.archives.find(({ archiveId }) => archiveId === body.archiveId)
      if (!archive) throw new ServiceError('archive_unknown')
      if (!archive.shares.has(deviceId)) requireEnrolled()
      await control('undoRotation', target)
      requireStepUp()
      restoreTestArchive({ wallet: target, archive, returned: body.return as VaultReturn, now: now() })
      for (const one of state.sessions) if (one.userId === userId) one.ended = true
      wake()
      return {}
    }
    case 'GET /v1/devices':
      return {
        devices: state.devices
          .filter((device) => device.userId === userId && !device.revoked)
          .map((device) => ({
            id: device.deviceId,
            name: 'Test',
            hostOrigin: 'https://app.example',
            createdAt: new Date(0).toISOString(),
            lastSeenAt: new Date(0).toISOString(),
            current: device.deviceId === deviceId,
            enrolled: found?.shares.has(device.deviceId) ?? false,
          })),
      }
    case 'POST /v1/devices/revoke': {
      const target = state.devices.find(
        (device) => device.deviceId === body.deviceId && device.userId === userId && !device.revoked,
      )
      if (!target) throw new ServiceError('device_unknown')
      if (target.deviceId !== deviceId) {
        requireEnrolled()
        requireStepUp()
      }
      if (found && onlyCoveredBy(found, target.deviceId).length > 0) throw new ServiceError('factor_uncovered')
      const isLast = found?.shares.size === 1 && found.shares.has(target.deviceId)
      if (isLast && found.factors.length === 0) throw new ServiceError('factor_uncovered')
      target.revoked = true
      found?.shares.delete(target.deviceId)
      for (const one of state.sessions) if (one.deviceId === target.deviceId) one.ended = true
      note('device.revoked')
      wake()
      return {}
    }
    case 'GET /v1/audit':
      return {
        entries: state.audit
          .map(({ at, event, data, ...entry }, seq) => ({ seq, at: new Date(at).toISOString(), event, data, ...entry }))
          .filter((entry) => entry.userId === userId)
          .map(({ seq, at, event, data }) => ({ seq, at, event, device: 'Test', data }))
          .reverse(),
        next: null,
      }
    case 'POST /v1/auth/step-up/start': {
      if (hasPasskey()) return { method: 'passkey', provider: null, attemptId: null, resendAt: null }
      if (session.person !== null && !user?.email)
        return { method: 'social', provider: session.person.provider, attemptId: null, resendAt: null }
      const attemptId = crypto.randomUUID()
      state.stepUps.set(attemptId, session.sessionId)
      return { method: 'code', provider: null, attemptId, resendAt: new Date(now() + 30_000).toISOString() }
    }
    case 'POST /v1/auth/step-up/verify':
      if (state.stepUps.get(String(body.attemptId)) !== session.sessionId || hasPasskey())
        throw new ServiceError('attempt_unknown')
      if (body.otp !== '123456') throw new ServiceError('code_wrong')
      state.stepUps.delete(String(body.attemptId))
      return freshen('code')
    case 'POST /v1/auth/email/change/start': {
      requireEnrolled()
      requireStepUp()
      const changeId = crypto.randomUUID()
      state.emailChanges.set(changeId, String(body.email))
      const resendAt = new Date(now() + 30_000).toISOString()
      // An account without an address has no old one to confirm.
      const action = user?.email ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
      return { changeId, action, resendAt, expiresAt: new Date(now() + 600_000).toISOString() }
    }
    case 'POST /v1/auth/email/change/resend':
      return { resendAt: new Date(now() + 30_000).toISOString() }
    case 'POST /v1/auth/email/change/primary':
      if (body.otp !== '123456') throw new ServiceError('code_wrong')
      return { resendAt: new Date(now() + 30_000).toISOString() }
    case 'POST /v1/auth/email/change/secondary': {
      if (body.otp !== '123456') throw new ServiceError('code_wrong')
      const newEmail = state.emailChanges.get(String(body.changeId)) ?? ''
      if (user) user.email = newEmail
      return { newEmail }
    }
    case 'POST /v1/passkeys/register/start':
      requireEnrolled()
      requireStepUp()
      return {
        challengeId: challenge(),
        nonce: passkeyNonce,
        options: {
          challenge: passkeyChallenge('register'),
          rp: { id: 'wallet.example', name: 'Test' },
          user: { id: 'AAAA', name: 'a', displayName: 'a' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        },
      }
    case 'POST /v1/passkeys/register/finish': {
      const { id } = body.response as { id: string }
      takeChallenge('passkey_refused')
      requireEnrolled()
      if (hasPasskey() && !session.isByPasskey) throw new ServiceError('passkey_refused')
      session.isByPasskey = true
      note('passkey.added')
      state.passkeys.push({ userId, credentialId: id, prfEnabled: body.prfEnabled === true })
      return { credentialId: id }
    }
    case 'POST /v1/passkeys/step-up/start':
      if (!hasPasskey()) throw new ServiceError('passkey_unknown')
      return {
        challengeId: challenge(),
        nonce: passkeyNonce,
        options: { challenge: passkeyChallenge('step-up'), rpId: 'wallet.example' },
      }
    case 'POST /v1/passkeys/step-up/finish':
      takeChallenge('passkey_refused')
      return freshen('passkey')
    case 'POST /v1/handovers': {
      requireEnrolled()
      requireStepUp()
      const handoverId = crypto.randomUUID()
      state.deviceTransfers.set(handoverId, { userId, answer: null, sealed: null })
      return { handoverId, expiresAt: new Date(now() + 600_000).toISOString() }
    }
    case 'POST /v1/handovers/answer':
    case 'POST /v1/handovers/seal':
    case 'POST /v1/handovers/wait': {
      const transfer = state.deviceTransfers.get(String(body.handoverId))
      if (!transfer || transfer.userId !== userId) throw new ServiceError('attempt_unknown')
      if (path.endsWith('answer')) transfer.answer = { pub: String(body.pub), mac: String(body.mac) }
      if (path.endsWith('seal')) transfer.sealed = { enc: String(body.enc), ct: String(body.ct) }
      if (!path.endsWith('wait')) return {}
      if (transfer.sealed) return { status: 'sealed', ...transfer.sealed }
      if (transfer.answer) return { status: 'answered', ...transfer.answer, device: 'Test' }
      return { status: 'pending' }
    }
  }
  throw new ServiceError('not_found')
}

/** Factors that only this device's share is sealed to. */
function onlyCoveredBy({ shares }: TestWallet, deviceId: string): string[] {
  const others = [...shares].filter(([device]) => device !== deviceId).flatMap(([, { sealed }]) => sealed)
  const own = shares.get(deviceId)?.sealed ?? []
  return own.map(({ factorId }) => factorId).filter((id) => !others.some(({ factorId }) => factorId === id))
}
