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
import type { TestSession, TestState, TestWallet } from './createTestServer.ts'
import { restoreTestArchive, toTestArchive } from './testArchives.ts'

/** The random part of every challenge, which need not be random here. */
const passkeyNonce = 'A'.repeat(43)

function passkeyChallenge(purpose: PasskeyPurpose): string {
  return toBase64Url(sha256(stringToBytes(passkeyChallengeText({ purpose, nonce: passkeyNonce })), 'bytes'))
}

/** The half of the test server that needs a session: wallet, factors, devices, hand-overs, step-up. */
export async function answerTestWallet({
  method,
  path,
  body: given,
  session,
  state,
  now,
  wake,
}: {
  method: string
  path: string
  body: unknown
  session: TestSession
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
  const needFresh = () => {
    if (state.stepUp && (user?.freshUntil ?? 0) <= now()) throw new ServiceError('step_up_required')
  }
  const freshen = () => {
    if (user) user.freshUntil = now() + 5 * 60_000
    return { freshUntil: new Date(now() + 5 * 60_000).toISOString() }
  }
  const challenge = () => {
    const challengeId = crypto.randomUUID()
    state.challenges.set(challengeId, { userId })
    return challengeId
  }
  const enrol = (target: TestWallet, { epoch, share, sealed }: DeviceShares) => {
    const old = target.shares.get(deviceId)
    const archived = target.archives.map(({ shares }) => shares.get(deviceId)?.epoch ?? 0)
    if (epoch <= Math.max(0, old?.epoch ?? 0, ...archived)) throw new ServiceError('epoch_outdated')
    // The newest is the last.
    target.shares.delete(deviceId)
    target.shares.set(deviceId, { epoch, share, sealed })
  }
  /** As the server does: the control key must have signed this very body for this device. */
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
  const needEnrolled = (target: TestWallet) => {
    if (!target.shares.has(deviceId)) throw new ServiceError('device_not_enrolled')
  }
  const replaceVault = (target: TestWallet) => {
    if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
    target.vault = String(body.vault)
    target.vaultVersion += 1
    target.returned = null
    return { vaultVersion: target.vaultVersion }
  }

  switch (`${method} ${path}`) {
    case 'GET /v1/wallet': {
      if (!found) return { exists: false }
      const own = found.shares.get(deviceId)
      const { walletId, address, vault, vaultVersion, returned, controlKey, accounts, archives } = found
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
        share: own ? { epoch: own.epoch, share: own.share } : null,
        sealed: own?.sealed ?? [],
        earlier: archives.map(({ archiveId, replacedAt, version }) => ({
          archiveId,
          version,
          replacedAt: new Date(replacedAt).toISOString(),
          until: new Date(replacedAt + 7 * 86_400_000).toISOString(),
        })),
        exportedAt: null,
        frozenUntil: null,
      }
    }
    case 'POST /v1/wallet': {
      if (found) throw new ServiceError('wallet_exists')
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
      }
      enrol(made, device)
      state.wallets.push(made)
      return { vaultVersion: 1 }
    }
    case 'POST /v1/wallet/control': {
      const target = wallet()
      needEnrolled(target)
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
      enrol(target, body.device as DeviceShares)
      return {}
    }
    case 'POST /v1/wallet/factors': {
      const target = wallet()
      needEnrolled(target)
      await control('addFactor', target)
      needFresh()
      if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
      enrol(target, body.device as DeviceShares)
      const factor = body.factor as Factor
      const replaced = (body.replaces ?? []) as string[]
      for (const id of replaced) target.passwordKeys.delete(id)
      if (factor.kind === 'password') target.passwordKeys.set(factor.id, String(body.passwordKey))
      target.factors = [...target.factors.filter(({ id }) => !replaced.includes(id)), factor]
      const answer = replaceVault(target)
      wake()
      return answer
    }
    case 'POST /v1/wallet/factors/remove': {
      const target = wallet()
      needEnrolled(target)
      await control('removeFactor', target)
      needFresh()
      const answer = replaceVault(target)
      target.factors = target.factors.filter(({ id }) => id !== body.factorId)
      for (const share of target.shares.values())
        share.sealed = share.sealed.filter(({ factorId }) => factorId !== body.factorId)
      return answer
    }
    case 'POST /v1/wallet/rotate': {
      const target = wallet()
      needEnrolled(target)
      await control('rotate', target)
      needFresh()
      if (body.vaultVersion !== target.vaultVersion) throw new ServiceError('vault_outdated')
      target.archives.unshift(toTestArchive({ wallet: target, returned: body.return as VaultReturn, now: now() }))
      for (const other of [...target.shares.keys()]) if (other !== deviceId) target.shares.delete(other)
      enrol(target, body.device as DeviceShares)
      target.factors = body.factors as Factor[]
      return replaceVault(target)
    }
    case 'POST /v1/wallet/vault': {
      const target = wallet()
      needEnrolled(target)
      await control('updateVault', target)
      needFresh()
      target.accounts = body.accounts as WalletAccount[]
      return replaceVault(target)
    }
    case 'POST /v1/wallet/export':
      needFresh()
      return {}
    case 'POST /v1/wallet/password/evaluate':
      return answerTestPassword({
        wallet: wallet(),
        body: body as { factorId: string; blinded: string },
        now: now(),
      })
    case 'POST /v1/wallet/recover': {
      const target = wallet()
      const sets = [...target.shares].reverse().flatMap(([device, { epoch, share, sealed }]) => {
        const entry = sealed.find(({ factorId }) => factorId === body.factorId)
        return entry ? [{ deviceId: device, epoch, share, sealed: entry }] : []
      })
      if (sets.length === 0) throw new ServiceError('factor_unknown')
      return { sets }
    }
    case 'POST /v1/wallet/earlier': {
      needFresh()
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
      if (!archive.shares.has(deviceId)) needEnrolled(target)
      await control('undoRotation', target)
      needFresh()
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
      needFresh()
      const target = state.devices.find((device) => device.deviceId === body.deviceId && device.userId === userId)
      if (!target) throw new ServiceError('device_unknown')
      const others = [...(found?.shares ?? [])].filter(([device]) => device !== target.deviceId)
      const isCovered = (factor: Factor) =>
        others.some(([, { sealed }]) => sealed.some(({ factorId }) => factorId === factor.id))
      if (found && !found.factors.every(isCovered)) throw new ServiceError('factor_uncovered')
      target.revoked = true
      found?.shares.delete(target.deviceId)
      for (const one of state.sessions) if (one.deviceId === target.deviceId) one.ended = true
      wake()
      return {}
    }
    case 'GET /v1/audit':
      return { entries: [], next: null }
    case 'POST /v1/auth/step-up/start': {
      if (state.passkeys.some((passkey) => passkey.userId === userId))
        return { method: 'passkey', provider: null, attemptId: null, resendAt: null }
      if (session.person !== null)
        return { method: 'social', provider: session.person.provider, attemptId: null, resendAt: null }
      return {
        method: 'code',
        provider: null,
        attemptId: crypto.randomUUID(),
        resendAt: new Date(now() + 30_000).toISOString(),
      }
    }
    case 'POST /v1/auth/step-up/verify':
      if (body.otp !== '123456') throw new ServiceError('code_wrong')
      return freshen()
    case 'POST /v1/auth/email/change/start': {
      needFresh()
      const changeId = crypto.randomUUID()
      state.emailChanges.set(changeId, String(body.email))
      const resendAt = new Date(now() + 30_000).toISOString()
      // An account without an address has no old one to ask.
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
      needFresh()
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
      state.passkeys.push({ userId, credentialId: id, prfEnabled: body.prfEnabled === true })
      return { credentialId: id }
    }
    case 'POST /v1/passkeys/step-up/start':
      if (!state.passkeys.some((passkey) => passkey.userId === userId)) throw new ServiceError('passkey_unknown')
      return {
        challengeId: challenge(),
        nonce: passkeyNonce,
        options: { challenge: passkeyChallenge('step-up'), rpId: 'wallet.example' },
      }
    case 'POST /v1/passkeys/step-up/finish':
      return freshen()
    case 'POST /v1/handovers': {
      const handoverId = crypto.randomUUID()
      state.handovers.set(handoverId, { userId, answer: null, sealed: null })
      return { handoverId, expiresAt: new Date(now() + 600_000).toISOString() }
    }
    case 'POST /v1/handovers/answer':
    case 'POST /v1/handovers/seal':
    case 'POST /v1/handovers/wait': {
      const handover = state.handovers.get(String(body.handoverId))
      if (!handover || handover.userId !== userId) throw new ServiceError('attempt_unknown')
      if (path.endsWith('answer')) handover.answer = { pub: String(body.pub), mac: String(body.mac) }
      if (path.endsWith('seal')) handover.sealed = { enc: String(body.enc), ct: String(body.ct) }
      if (!path.endsWith('wait')) return {}
      if (handover.sealed) return { status: 'sealed', ...handover.sealed }
      if (handover.answer) return { status: 'answered', ...handover.answer, device: 'Test' }
      return { status: 'pending' }
    }
  }
  throw new ServiceError('not_found')
}
